/** The worker in which QuickJS runs, and what code that has escaped from QuickJS would try there. */
import type { Worker } from '@playwright/test';
import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Page } from './fixtures.ts';

const SCRIPT = `tasks:
  - { id: add, type: basic, use: core:javascript, with: { code: "return 1 + 1" } }
`;

/** Runs a script, and answers with the worker in which QuickJS runs: the last one that was started. */
export async function openSandbox(page: Page): Promise<Worker> {
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
export function escape(url: string): Promise<Record<string, string>> {
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

/** Deletes what was taken from the sandbox, and answers with the names of what comes back. It is sent to the sandbox as its own text. */
export function bringBack(): readonly string[] {
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
}
