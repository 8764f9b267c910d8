import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Worker } from '@playwright/test';
import { importText, openApp, runBadge, showNewRun, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';

const SCRIPT = `tasks:
  - { id: add, type: basic, use: core:javascript, with: { code: "return 1 + 1" } }
`;

/** Runs a script, and answers with the worker in which QuickJS runs: the last one that was started. */
async function openSandbox(page: Page): Promise<Worker> {
  await openApp(page);
  await importText(page, 'script.yaml', SCRIPT);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  const sandbox = page.workers().findLast((worker) => !worker.url().includes('engine.worker'));
  if (!sandbox) throw new Error('There is no sandbox');
  return sandbox;
}

/* What code that has escaped from QuickJS would try, and with what result. It is sent to the sandbox as its own text. */
// oxlint-disable unicorn/consistent-function-scoping -- see above: nothing outside of it goes along.
function escape(url: string): Promise<Record<string, string>> {
  const found = (name: string): unknown => Reflect.get(globalThis, name);
  const call = async (target: unknown, method: string, ...given: unknown[]): Promise<unknown> =>
    Reflect.apply(Reflect.get(Object(target), method), target, given);
  const make = (name: string, ...given: unknown[]): unknown =>
    Reflect.construct(found(name) as new (...values: unknown[]) => unknown, given);
  const tries: Record<string, () => Promise<unknown>> = {
    database: async () => {
      const request = (await call(found('indexedDB'), 'open', 'signalbox-secrets')) as IDBOpenDBRequest;
      return new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve('opened'));
        request.addEventListener('error', () => reject(request.error ?? new Error('no reason')));
      });
    },
    databases: () => call(found('indexedDB'), 'databases'),
    caches: () => call(found('caches'), 'open', 'any'),
    locks: () => call((found('navigator') as Navigator).locks, 'query'),
    files: () => call((found('navigator') as Navigator).storage, 'getDirectory'),
    channel: async () => call(make('BroadcastChannel', 'signalbox-runs'), 'postMessage', 'escaped'),
    fetch: () => call(globalThis, 'fetch', url),
    request: async () => {
      const request = make('XMLHttpRequest') as XMLHttpRequest;
      request.open('GET', url, false);
      request.send();
      return request.status;
    },
    socket: async () => make('WebSocket', url.replace('http', 'ws')),
    events: async () => make('EventSource', url),
    worker: async () => make('Worker', 'data:text/javascript,1'),
    scripts: async () => call(globalThis, 'importScripts', url),
    module: () => import(/* @vite-ignore */ url),
    factory: async () => found('IDBFactory') ?? Promise.reject(new TypeError('gone')),
  };
  const outcomes = Object.entries(tries).map(async ([name, attempt]) => {
    try {
      return [name, `reached: ${String(await attempt())}`];
    } catch (error) {
      return [name, `refused: ${String(error)}`];
    }
  });
  return Promise.all(outcomes).then((entries) => Object.fromEntries(entries));
}

test('code that escapes from a script reaches nothing, and scripts still run after it tried', async ({ page }) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' }).end('1');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sandbox = await openSandbox(page);
  try {
    await test.step('it reaches no storage, no network and no other worker', async () => {
      expect(await sandbox.evaluate(() => Reflect.get(globalThis, 'origin') ?? 'null')).toBe('null');
      const outcomes = await sandbox.evaluate(escape, `http://127.0.0.1:${port}/leak`);
      const reached = Object.entries(outcomes).filter(([, outcome]) => !outcome.startsWith('refused: '));
      expect(reached).toEqual([]);
      expect(asked).toEqual([]);
    });
  } finally {
    server.close();
  }
  await test.step('what was taken from it does not come back, and scripts still run', async () => {
    const left = await sandbox.evaluate(() => {
      const names = [
        'indexedDB',
        'caches',
        'navigator',
        'fetch',
        'WebSocket',
        'Worker',
        'BroadcastChannel',
        'importScripts',
      ];
      const found: string[] = [];
      for (const name of names) {
        Reflect.deleteProperty(globalThis, name);
        for (let object: object | null = globalThis; object !== null; object = Reflect.getPrototypeOf(object)) {
          const own = Reflect.getOwnPropertyDescriptor(object, name);
          if (own !== undefined && (own.get !== undefined || own.value !== undefined)) found.push(name);
        }
      }
      return found;
    });
    expect(left).toEqual([]);
    await showNewRun(page, () => startRun(page));
    await expect(runBadge(page)).toHaveText(/^Success in/);
  });
});
