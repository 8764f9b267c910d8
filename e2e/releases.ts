/** A host of the built app that gets a new version, ends and comes back, as hosts do. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from './fixtures.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

export class Host {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'signalbox-host-'));
  #server: Server | null = null;
  #port = 0;
  /** Paths that were asked for. */
  readonly asked: string[] = [];

  constructor() {
    cpSync('dist', this.#folder, { recursive: true });
  }

  /** With a name, as a site on the internet has one. */
  get address(): string {
    return `http://signalbox.localhost:${this.#port}/`;
  }

  /** The same, by number, as a server on this computer is called. */
  get localAddress(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  get port(): number {
    return this.#port;
  }

  get version(): string {
    return /name="signalbox-release" content="(\w+)"/.exec(this.#read('index.html'))?.[1] ?? '';
  }

  /** Begins, or comes back at the same port. */
  async start(): Promise<void> {
    const server = createServer(({ url = '/' }, response) => {
      const name = decodeURIComponent(url.split('?')[0] ?? '').slice(1) || 'index.html';
      this.asked.push(`/${name}`);
      for (const [header, value] of this.#headersOf(`/${name}`)) response.setHeader(header, value);
      // As `api/` of a server: what it says is another thing each time.
      if (name.startsWith('api/')) return response.end(String(this.asked.length));
      try {
        const body = readFileSync(path.join(this.#folder, name));
        // As most hosts do: `assets` for ever, and what varies by who asks said so.
        response.setHeader('content-type', TYPES[path.extname(name)] ?? 'application/octet-stream');
        response.setHeader('vary', 'Origin');
        response.end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  /** Puts another version in the place of the one that is there: every part has another name, and the old ones are gone. */
  deploy(version: string): void {
    const old = this.version;
    const names = new Map<string, string>();
    for (const folder of ['assets', 'sandbox'])
      for (const name of readdirSync(path.join(this.#folder, folder))) {
        names.set(name, rename(name));
        renameSync(path.join(this.#folder, folder, name), path.join(this.#folder, folder, rename(name)));
      }
    for (const entry of readdirSync(this.#folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|html)$/.test(entry)) continue;
      const text = this.#read(entry).replaceAll(
        /(?<![\w.-])[\w.-]+-[\w-]{8}\.[a-z0-9]+/g,
        (name) => names.get(name) ?? name,
      );
      writeFileSync(path.join(this.#folder, entry), text.replaceAll(old, version));
    }
  }

  /** Loses a part, as a host does in the middle of a deployment. */
  lose(part: string): void {
    const folder = path.join(this.#folder, 'assets');
    for (const name of readdirSync(folder)) if (name.startsWith(part)) rmSync(path.join(folder, name));
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** What `_headers` says of a path. */
  #headersOf(asked: string): readonly (readonly [string, string])[] {
    const blocks = this.#read('_headers').split(/\n(?=\S)/);
    return blocks.flatMap((block) => {
      const [pattern = '', ...lines] = block.trim().split('\n');
      const isMeant = pattern.endsWith('*') ? asked.startsWith(pattern.slice(0, -1)) : asked === pattern;
      return isMeant ? lines.map((line) => line.trim().split(/: (.*)/s) as [string, string]) : [];
    });
  }

  #read(name: string): string {
    return readFileSync(path.join(this.#folder, name), 'utf8');
  }
}

/** Waits until the whole version that a page shows is kept on the device. */
export async function expectKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return registration?.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
      }),
    )
    .toBe(true);
}

/** The version that a page shows. */
export function versionOf(page: Page): Promise<string | null> {
  return page.locator('meta[name="signalbox-release"]').getAttribute('content');
}

/** Has the browser look for a new version, as it does by itself now and then. */
export function lookForVersion(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
}

/** Another name for a part, of the same kind. */
function rename(name: string): string {
  return name.replace(
    /-([\w-])([\w-]{7})(\.[a-z0-9]+)$/,
    (_all: string, one: string, rest: string, end: string) => `-${one === 'x' ? 'y' : 'x'}${rest}${end}`,
  );
}
