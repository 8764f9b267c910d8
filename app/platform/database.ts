import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { openPatiently } from '#engine/worker';

const NAME = 'signalbox-workspace';
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

export interface LayoutRecord {
  readonly path: string;
  readonly positions: readonly (readonly [string, { readonly x: number; readonly y: number }])[];
  readonly collapsed: readonly string[];
}

interface Schema extends DBSchema {
  files: { key: string; value: FileRecord };
  layouts: { key: string; value: LayoutRecord };
  /** `owner`: the tab that may write; `variables`, `settings`, `folder`: one value each. */
  values: { key: string; value: unknown };
}

export type Database = IDBPDatabase<Schema>;

/** Opens the workspace's database. Rejects where the browser has none to give (blocked, a private window). */
export function openDatabase(): Promise<Database> {
  return openPatiently(openOnce);
}

function openOnce(): Promise<Database> {
  return openDB<Schema>(NAME, VERSION, {
    upgrade(database) {
      database.createObjectStore('files', { keyPath: 'path' });
      database.createObjectStore('layouts', { keyPath: 'path' });
      database.createObjectStore('values');
    },
    blocking(_current, _blocked, event) {
      // A newer version of the app wants to upgrade: let it; this tab's next write will say that it must reload.
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
}
