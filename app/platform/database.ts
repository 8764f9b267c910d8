import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { Layout } from '#engine';
import { type DatabaseEnd, endOfVersion, openWithRetry } from '#engine/worker';
import { keptAs } from './served.ts';

const name = (): string => keptAs('signalbox-workspace');
const VERSION = 1;

/** One file as kept on this device. */
export interface FileRecord {
  readonly path: string;
  readonly text: string;
  /** Grows with every change of the workspace: of two texts of a file the higher one is newer. */
  readonly revision: number;
  /** Which tab wrote it. */
  readonly writer: string;
}

export interface LayoutRecord extends Omit<Layout, 'positions' | 'collapsed'> {
  readonly path: string;
  readonly positions: readonly (readonly [string, { readonly x: number; readonly y: number }])[];
  readonly collapsed: readonly string[];
}

/** What is in the database. */
export interface Schema extends DBSchema {
  files: { key: string; value: FileRecord };
  layouts: { key: string; value: LayoutRecord };
  /** `owner`: the tab that may write; `variables`, `settings`, `folder`: one value each. */
  values: { key: string; value: unknown };
}

export type Database = IDBPDatabase<Schema>;

/** Opens the workspace's database. Rejects where the browser has none to give (blocked, a private window). */
export function openDatabase(onEnd: (end: DatabaseEnd) => void = () => undefined): Promise<Database> {
  return openWithRetry(async () => {
    const database = await openOnce(onEnd);
    if (database.objectStoreNames.length > 0) return database;
    // Someone else made an empty one under this name after ours was deleted: there is nothing in it to lose.
    database.close();
    await deleteDB(name());
    return openOnce(onEnd);
  });
}

function openOnce(onEnd: (end: DatabaseEnd) => void): Promise<Database> {
  return openDB<Schema>(name(), VERSION, {
    upgrade(database) {
      database.createObjectStore('files', { keyPath: 'path' });
      database.createObjectStore('layouts', { keyPath: 'path' });
      database.createObjectStore('values');
    },
    blocking(_current, next, event) {
      // A database is deleted or upgraded only once every connection is closed: this one does not hold that up.
      if (event.target instanceof IDBDatabase) event.target.close();
      onEnd(endOfVersion(next));
    },
    terminated: () => onEnd('closed'),
  });
}
