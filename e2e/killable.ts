import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';

/** A browser with a separate profile, whose processes can be killed. */
export interface KillableBrowser {
  readonly context: BrowserContext;
  /** Ends all its processes together, as a power cut would. */
  readonly kill: () => Promise<void>;
}

/** A folder for a browser's profile, and how to remove it. */
export function createProfile(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-profile-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }) };
}

/** Starts the browser of this project on a profile. Its processes are one group, led by the one that is started here. */
export async function launchKillable(profile: string): Promise<KillableBrowser> {
  const { executablePath = chromium.executablePath(), args = [] } = test.info().project.use.launchOptions ?? {};
  const portFile = path.join(profile, 'DevToolsActivePort');
  rmSync(portFile, { force: true });
  const own = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-default-browser-check',
  ];
  const child = spawn(executablePath, [...args, ...own, 'about:blank'], { detached: true, stdio: 'ignore' });
  const port = await waitFor('the browser to listen', () =>
    existsSync(portFile) ? readFileSync(portFile, 'utf8').match(/^(\d+)\n/)?.[1] : undefined,
  );
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('The browser has no window.');
  return {
    context,
    kill: async () => {
      await killGroup(child);
      await browser.close().catch(() => undefined);
    },
  };
}

/** The page that a browser begins with. */
export async function pageOf({ context }: KillableBrowser): Promise<Page> {
  return context.pages()[0] ?? (await context.newPage());
}

/** Kills a browser, and gives what it had sent the time to arrive. */
export async function killAndSettle(browser: KillableBrowser): Promise<void> {
  await browser.kill();
  await pause(300);
}

/** Where the app is served. */
export function origin(): string {
  return test.info().project.use.baseURL ?? '';
}

function killGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  process.kill(-pid, 'SIGKILL');
  return ended;
}

/** Looks again and again until there is something; fails after `limit` ms. */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  limit = 120_000,
): Promise<T> {
  for (const until = Date.now() + limit; Date.now() < until; ) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(10);
  }
  throw new Error(`Waited for ${what} for ${limit / 1000} s.`);
}

/** Settles after some ms. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A call as the server saw it; `endedAt` is null while it is in flight. Times in ms since the epoch. */
export interface ServedCall {
  readonly key: string;
  readonly path: string;
  readonly body: string;
  readonly startedAt: number;
  endedAt: number | null;
}

/** A server that answers each POST of `{n}` with `{n: 10 n}` after some ms, and remembers under which key it came. */
export async function serveCalls(latency: () => number) {
  const calls: ServedCall[] = [];
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*');
    if (request.method !== 'POST') {
      response.writeHead(204).end();
      return;
    }
    void readBody(request).then((body) => {
      const key = String(request.headers['idempotency-key']);
      const call: ServedCall = { key, path: request.url ?? '', body, startedAt: Date.now(), endedAt: null };
      calls.push(call);
      response.once('close', () => {
        call.endedAt = Date.now();
      });
      const { n = 0 }: { n?: number } = JSON.parse(body);
      const answer = JSON.stringify({ n: n * 10 });
      setTimeout(() => response.setHeader('content-type', 'application/json').end(answer), latency());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server listens on no port.');
  return {
    calls,
    url: `http://127.0.0.1:${address.port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** The tool `api` of a workflow, which calls {@link serveCalls} at this address. */
export function apiTool(url: string): string {
  return `tools:
  - id: api
    use: core:http
    config: { base_url: "${url}", idempotency_key: true }
    schema: { input: { type: object }, output: { type: object } }
`;
}

/** No call that was recorded is made again, and each of the others once at most. */
export function expectNoCallAgain(recorded: readonly string[], calls: readonly ServedCall[]): void {
  const again = calls.map(({ key }) => key);
  expect(again.filter((key) => recorded.includes(key))).toEqual([]);
  expect(new Set(again).size).toBe(again.length);
}

/** What runs a function in a page: a page of Playwright is one. */
interface PageHost {
  evaluate<T>(run: () => Promise<T>): Promise<T>;
}

/** What the browser has stored of a run. */
export interface StoredRun {
  readonly runId: string;
  readonly status: string;
  /** Keys of the calls that were about to start, and of those with a recorded outcome. */
  readonly intended: readonly string[];
  readonly recorded: readonly string[];
  /** How many turns of models are recorded. */
  readonly turns: number;
}

/**
 * Reads the stored runs, newest first, past the app: from any page of its address. A browser that was killed a moment ago
 * may still hold the files.
 */
export async function readStoredRuns(page: PageHost): Promise<readonly StoredRun[]> {
  for (let left = 3; left > 0; left -= 1) {
    const runs = await readStoredRunsOnce(page).catch((error: unknown) => {
      if (!String(error).includes('opening backing store')) throw error;
    });
    if (runs !== undefined) return runs;
    await pause(200);
  }
  return readStoredRunsOnce(page);
}

function readStoredRunsOnce(page: PageHost): Promise<readonly StoredRun[]> {
  return page.evaluate(async () => {
    // The page gets only the text of this function.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const ask = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('no answer')));
      });
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('signalbox-runs')) return [];
    const database = await ask(indexedDB.open('signalbox-runs'));
    const transaction = database.transaction(['summaries', 'chunks']);
    const [rows, chunks] = await Promise.all([
      ask<{ runId: string; status: string; startedAt: number }[]>(transaction.objectStore('summaries').getAll()),
      ask<{ runId: string; inputs: string }[]>(transaction.objectStore('chunks').getAll()),
    ]);
    database.close();
    interface Input {
      readonly type: string;
      readonly key: string;
      readonly outcome?: { readonly value?: { readonly toolCalls?: unknown } | null };
    }
    const inputsOf = (runId: string, type: string): Input[] =>
      chunks
        .filter((chunk) => chunk.runId === runId)
        .flatMap((chunk): Input[] => JSON.parse(chunk.inputs))
        .filter((input) => input.type === type);
    return rows
      .sort((a, b) => b.startedAt - a.startedAt)
      .map(({ runId, status }) => ({
        runId,
        status,
        intended: inputsOf(runId, 'effect.started').map(({ key }) => key),
        recorded: inputsOf(runId, 'effect.completed').map(({ key }) => key),
        turns: inputsOf(runId, 'effect.completed').filter(({ outcome }) => outcome?.value?.toolCalls !== undefined)
          .length,
      }));
  });
}

/** Reads the stored runs as a killed browser left them: on a page of the app's address that is not the app. */
export async function readStoredPastApp(page: Page): Promise<readonly StoredRun[]> {
  await page.goto(`${origin()}/icon.svg`);
  return readStoredRuns(page);
}

/** Waits until a run is stored as finished. */
export async function waitForSuccess(page: PageHost, wanted: string): Promise<void> {
  await waitFor('the run to finish', async () =>
    (await readStoredRuns(page)).some(({ runId, status }) => runId === wanted && status === 'success')
      ? true
      : undefined,
  );
}

/** The seed of a test that runs before a release: another one each time, unless the environment names one. */
export function chooseSeed(): number {
  return Number(process.env['SIGNALBOX_TEST_SEED'] ?? Date.now() % 1_000_000);
}

/** Numbers from 0 to 1 that are the same for the same seed. */
export function seedRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
