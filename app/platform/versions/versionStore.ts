import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { openWithRetry, readStorageReason, type StorageReason } from '#engine/worker';
import { keptAs } from '../served.ts';
import type { VersionRecord } from './VersionRecord.ts';

interface Schema extends DBSchema {
  versions: { key: string; value: VersionRecord };
}

/** What a change of some records makes of them; null removes one. */
export type RecordChange = (records: ReadonlyMap<string, VersionRecord>) => ReadonlyMap<string, VersionRecord | null>;

/** The versions of files as kept in the browser. Every promise rejects with an `Error` for the user. */
export interface VersionStore {
  read(path: string): Promise<VersionRecord | null>;
  readAll(): Promise<readonly VersionRecord[]>;
  /** Changes the records of some files in one transaction: no other tab writes between reading and writing. Resolves once that is durable. */
  change(paths: readonly string[], change: RecordChange): Promise<void>;
}

/** The store in a database of its own, opened for each use: it is used seldom, and no one has to wait to delete it. */
export function createVersionStore(): VersionStore {
  return {
    read: (path) => using(async (database) => (await database.get('versions', path)) ?? null),
    readAll: () => using((database) => database.getAll('versions')),
    change: (paths, change) => using((database) => changeRecords(database, paths, change)),
  };
}

async function using<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  try {
    const database = await openWithRetry(() =>
      openDB<Schema>(keptAs('signalbox-versions'), 1, {
        upgrade: (opened) => void opened.createObjectStore('versions', { keyPath: 'path' }),
      }),
    );
    try {
      return await work(database);
    } finally {
      database.close();
    }
  } catch (error) {
    throw new Error(describe(readStorageReason(error)), { cause: error });
  }
}

async function changeRecords(
  database: IDBPDatabase<Schema>,
  paths: readonly string[],
  change: RecordChange,
): Promise<void> {
  const transaction = database.transaction('versions', 'readwrite', { durability: 'strict' });
  transaction.done.catch(() => undefined);
  const { store } = transaction;
  const found = await Promise.all(paths.map((path) => store.get(path)));
  const changed = change(new Map(found.flatMap((record) => (record ? [[record.path, record] as const] : []))));
  // Of a transaction that was aborted meanwhile each of these rejects, rather than throw and leave those before it unhandled.
  const writes = [...changed].map(async ([path, record]) => (record === null ? store.delete(path) : store.put(record)));
  await Promise.all([...writes, transaction.done]);
}

function describe(reason: StorageReason): string {
  switch (reason) {
    case 'quota':
      return 'This device has no room left for them. Free some space, or delete versions that you do not need.';
    case 'unavailable':
      return 'This browser does not let the page store them (a private window, or storage is blocked).';
    case 'outdated':
      return 'A newer version of Signalbox is open in another tab. Reload this one.';
    default:
      return 'The browser’s storage does not answer as it should. Reload the page, or restart the browser.';
  }
}
