import 'fake-indexeddb/auto';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStorage } from './storage.ts';
import { createVersionStore } from './versions/index.ts';

const unhandled = vi.fn<(reason: unknown) => void>();

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  unhandled.mockClear();
  process.on('unhandledRejection', unhandled);
});

afterEach(() => {
  process.off('unhandledRejection', unhandled);
  vi.restoreAllMocks();
});

/** From now on each write aborts its transaction, as a browser does whose disk fails. */
function abortWrites(): void {
  const put: (...given: unknown[]) => IDBRequest = IDBObjectStore.prototype.put as never;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given: unknown[]) {
    const request = put.apply(this, given);
    this.transaction.abort();
    return request as never;
  });
}

/** Node reports a rejection that nobody handles once the microtasks are done. */
async function expectNoneUnhandled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled.mock.calls).toEqual([]);
}

test('a save of several files that the device aborts rejects once, and leaves no rejection unhandled', async () => {
  const storage = createStorage();
  await storage.claim();
  abortWrites();
  const files = ['a', 'b', 'c'].map((name) => ({ path: `${name}.yaml`, text: '', revision: 1 }));
  await expect(storage.save({ files, layouts: new Map() })).rejects.toThrow();
  await expectNoneUnhandled();
});

const record = (path: string) => [path, { path, newest: '', versions: [] }] as const;

test('versions of several files that the device aborts reject once, and leave no rejection unhandled', async () => {
  const store = createVersionStore();
  abortWrites();
  const change = store.change(['a', 'b'], () => new Map([record('a'), record('b')]));
  await expect(change).rejects.toThrow(/storage/);
  await expectNoneUnhandled();
});
