import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { openWithRetry, readStorageReason, type StorageReason } from '#engine/worker';
import { keptAs } from '../served.ts';

/**
 * Why a version was kept: `run` a run of it began; `import` it came from a file, the clipboard or a template; `outside` another
 * program wrote it; `merge` it is what a merge gave; `saved` it was written to the folder; `here` it was the text of this workspace
 * before something else took its place; `restored` an earlier version took it; `removed` the file was deleted; `asked` a person said so.
 */
export const VERSION_REASONS = [
  'run',
  'import',
  'outside',
  'merge',
  'saved',
  'here',
  'restored',
  'removed',
  'asked',
] as const;

export type VersionReason = (typeof VERSION_REASONS)[number];

/** A part of a text, by UTF-16 offsets, and what is there in another one. */
export type KeptEdit = readonly [start: number, end: number, text: string];

/** A version without its text. */
export interface VersionHead {
  readonly id: string;
  /** When it was kept, in ms since the epoch. */
  readonly at: number;
  readonly reason: VersionReason;
  /** What a person called it. One that has a name is never thinned. */
  readonly name: string | null;
}

/** A version as it is stored: what makes its text out of the text of the next newer one, or of `newest`. */
export interface StoredVersion extends VersionHead {
  /** Sorted and disjoint; empty: it has the same text. */
  readonly edits: readonly KeptEdit[];
}

/** The versions of one file, newest first. */
export interface VersionRecord {
  readonly path: string;
  readonly newest: string;
  readonly versions: readonly StoredVersion[];
}

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
