import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { openText, runBadge } from '../appPage.ts';
import { formatTime, type Row } from '../Row.ts';
import { median } from '../race.ts';
import { withBrowser } from '../withBrowser.ts';

/** How many steps the run has, one after the other, and how long each takes: the page is at rest before each. */
const STEPS = 20;
const STEP = '300ms';

/** From the event on the server to the card that shows it, in ms. */
const MOST = 300;

/** What has happened, as far as it is looked at here. */
interface SentEvent {
  readonly event: { readonly type: string; readonly taskId?: string; readonly at: number };
}

/**
 * How long after it happened on a server on this machine a step is drawn as done, beside a reader that does nothing but read the same
 * stream. Wall time.
 */
export async function measureLive(site: string): Promise<readonly Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'));
  writeFileSync(path.join(folder, 'measured.yaml'), stepsText());
  try {
    return await withBrowser(site, async ({ page, url }) => {
      const program = path.join(path.dirname(site), 'cli/signalbox.js');
      const args = [program, 'serve', folder, '--port', '0', '--cors', new URL(url).origin];
      const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      try {
        return [toRow(await watchRun(page, await addressOf(server)))];
      } finally {
        server.kill('SIGKILL');
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function stepsText(): string {
  const tasks = Array.from({ length: STEPS }, (_, index) => {
    const next = index + 1 < STEPS ? `\n    on_success: { next: t${index + 1} }` : '';
    return `  - id: t${index}\n    type: wait\n    config: { timeout: ${STEP}, check_interval: ${STEP} }${next}`;
  });
  return `tasks:\n${tasks.join('\n')}\n`;
}

/** Delays of all steps, in ms: until they were drawn, and until a reader had them. */
interface Delays {
  readonly drawn: readonly number[];
  readonly read: readonly number[];
}

async function watchRun(page: Page, address: string): Promise<Delays> {
  await openText(page, stepsText(), 't0');
  await chooseServer(page, address);
  await noteDrawn(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  const read = await readRun(address);
  await runBadge(page, /^Success in/).waitFor();
  const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: Record<string, number> }).drawn);
  const succeeded = read.filter(({ event }) => event.type === 'task.succeeded');
  if (succeeded.length !== STEPS) throw new Error(`${succeeded.length} of ${STEPS} steps were read.`);
  return {
    drawn: succeeded.map(({ event }) => (drawn[event.taskId ?? ''] ?? Number.NaN) - event.at),
    read: succeeded.map(({ event, arrived }) => arrived - event.at),
  };
}

/** Opens the form of a run and adds a server there, which then has it. */
async function chooseServer(page: Page, address: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('banner').getByRole('button', { name: 'More ways to start' }).click();
  await page.getByRole('menuitem', { name: /^Run…/ }).click();
  const trust = dialog.getByRole('button', { name: /^Trust and / });
  await trust.or(page.getByLabel('Run on')).first().waitFor();
  if (await trust.isVisible()) await trust.click();
  await page.getByLabel('Run on').click();
  await page.getByRole('option', { name: 'Add a server…' }).click();
  await page.getByLabel('Address').fill(address);
  await page.getByRole('button', { name: 'Add the server' }).click();
  await page.getByText(/has measured\.yaml with this text/).waitFor();
}

/** Notes when each card first shows that its step is done. */
async function noteDrawn(page: Page): Promise<void> {
  await page.evaluate(() => {
    const drawn: Record<string, number> = {};
    new MutationObserver(() => {
      for (const node of document.querySelectorAll('.react-flow__node'))
        if (node.querySelector('[role="img"][aria-label="Success"]'))
          drawn[node.getAttribute('data-id') ?? ''] ??= Date.now();
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(globalThis, { drawn });
  });
}

/** Reads the events of the run that begins now, until it has ended, each with when it came. */
async function readRun(address: string): Promise<readonly (SentEvent & { readonly arrived: number })[]> {
  const id = await findRun(address);
  const { body } = await fetch(`${address}/api/runs/${id}/events`, { headers: { accept: 'text/event-stream' } });
  if (body === null) throw new Error('The stream of events has no body.');
  const found: (SentEvent & { readonly arrived: number })[] = [];
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const arrived = Date.now();
    const parts = (rest + text).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const [, data] = /^id: \d+\ndata: (.*)$/.exec(part) ?? [];
      // As the server writes it.
      if (data !== undefined) found.push({ ...(JSON.parse(data) as SentEvent), arrived });
    }
  }
  return found;
}

async function findRun(address: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { runs } = (await (await fetch(`${address}/api/runs?workflow=measured`)).json()) as {
      readonly runs: readonly { readonly id: string }[];
    };
    if (runs[0] !== undefined) return runs[0].id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The run was not started.');
}

function toRow({ drawn, read }: Delays): Row {
  const [ours, theirs] = [median(drawn), median(read)];
  return {
    what: `A step on a server of this machine, from its end until its card shows it, median of ${STEPS}`,
    ours: formatTime(ours),
    peer: 'a reader of the same stream (floor)',
    theirs: formatTime(theirs),
    ratio: ours / theirs,
    bound: `within ${MOST} ms`,
    isKept: ours <= MOST,
  };
}

async function addressOf(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new RangeError('A server without output');
  const [line] = await once(server.stdout, 'data');
  const [, address] = / is served at (http:\S+)/.exec(String(line)) ?? [];
  if (address === undefined) throw new Error(`The server said: ${line}`);
  return address;
}
