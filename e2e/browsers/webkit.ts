import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '../killable.ts';
import { ProcessGroup } from './processes.ts';
import type { Command, Parameters, Remote } from './Remote.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const WINDOW = fileURLToPath(new URL('webkitBrowser.py', import.meta.url));

const PROBLEM = /CONSOLE (?:SECURITY|JS|[A-Z-]+ ERROR)/;
/** WebKit knows no `manifest-src`, which `default-src` stands in for; the other is a note that a frame was drawn later. */
const HARMLESS = /directive 'manifest-src'|ResizeObserver loop completed/;

const PATHS: Readonly<Record<Command, string>> = {
  navigate: '/url',
  execute: '/execute/sync',
  performActions: '/actions',
  elementSendKeys: '/element/{id}/value',
  setWindowRect: '/window/rect',
};

/** The first of Debian's packages that WebKitGTK needs here and that is missing; null where all are installed. */
export function findMissingForWebKit(): string | null {
  if (!existsSync(DRIVER)) return 'webkit2gtk-driver';
  if (!existsSync('/usr/bin/Xvfb')) return 'xvfb';
  const bindings = 'import gi; gi.require_version("WebKit2", "4.1"); from gi.repository import WebKit2';
  const { status } = spawnSync('/usr/bin/python3', ['-c', bindings], { stdio: 'ignore' });
  return status === 0 ? null : 'gir1.2-webkit2-4.1 and python3-gi';
}

/** Starts WebKitGTK on a profile, on a screen of its own. */
export async function launchWebKit(profile: string): Promise<Remote> {
  const downloads = path.join(profile, 'downloads');
  mkdirSync(downloads, { recursive: true });
  const screen = await startScreen();
  const port = await findFreePort();
  const browser = new ProcessGroup(DRIVER, [`--port=${port}`], {
    PATH: process.env['PATH'],
    HOME: profile,
    DISPLAY: screen.display,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
  });
  const session = await openSession(`http://127.0.0.1:${port}`, [WINDOW, profile, downloads]);
  return {
    send: (command, parameters) => send(session, command, parameters),
    problems: () => browser.output.split('\n').filter((line) => PROBLEM.test(line) && !HARMLESS.test(line)),
    downloads,
    kill: async () => {
      await browser.kill();
      await screen.close();
    },
  };
}

/** A screen that nobody sees, as GTK has no headless mode. */
async function startScreen() {
  const args = ['-displayfd', '1', '-screen', '0', '1600x1100x24', '-nolisten', 'tcp'];
  const server = new ProcessGroup('/usr/bin/Xvfb', args, process.env);
  // Of numbers that are taken it complains first.
  const number = await waitFor('a screen', () => /^(\d+)\n/m.exec(server.output)?.[1]);
  return { display: `:${number}`, close: () => server.kill() };
}

function findFreePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function openSession(driver: string, args: readonly string[]): Promise<string> {
  const options = { 'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args } };
  const body = { capabilities: { alwaysMatch: options } };
  await waitFor('the driver of WebKitGTK', () =>
    fetch(`${driver}/status`).then(
      () => true,
      () => undefined,
    ),
  );
  const { sessionId } = (await post(`${driver}/session`, body)) as { sessionId: string };
  return `${driver}/session/${sessionId}`;
}

function send<C extends Command>(session: string, command: C, parameters: Parameters[C]): Promise<unknown> {
  const place = PATHS[command].replace('{id}', 'id' in parameters ? parameters.id : '');
  return post(session + place, parameters);
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  throw new Error(String((value as { message?: unknown }).message));
}
