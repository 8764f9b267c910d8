import type { Layout } from '#engine';
import { type Database, type FileRecord, type LayoutRecord, openDatabase } from './database.ts';
import { StorageFailure, toStorageFailure } from './StorageFailure.ts';

/** What was found on this device. */
export interface StoredWorkspace {
  readonly files: readonly FileRecord[];
  readonly layouts: ReadonlyMap<string, Layout>;
  readonly variables: unknown;
  readonly settings: unknown;
  /** Records that could not be read, in words for the person. They are left as they are. */
  readonly problems: readonly string[];
}

/** What changed since the last durable write. Null removes. */
export interface StoredChange {
  readonly files: readonly { readonly path: string; readonly text: string | null; readonly revision: number }[];
  readonly layouts: ReadonlyMap<string, Layout | null>;
}

/** The workspace as kept in the browser. Every promise rejects with a {@link StorageFailure}. */
export interface WorkspaceStorage {
  /** Names this tab in what it writes. */
  readonly writer: string;
  /** Makes this tab the one that may write: writes of the tab before are refused from now on. */
  claim(): Promise<void>;
  load(): Promise<StoredWorkspace>;
  /** Resolves once the change is durable. All or nothing; refused (`taken`) when another tab has claimed the workspace. */
  save(change: StoredChange): Promise<void>;
  /** Keeps one small value (`variables`, `settings`), durably. */
  saveValue(key: string, value: unknown): Promise<void>;
  loadValue(key: string): Promise<unknown>;
}

/** The workspace's storage in IndexedDB; opened at the first use, and again after the browser closed it. */
export function createStorage(open: () => Promise<Database> = openDatabase): WorkspaceStorage {
  const writer = crypto.randomUUID();
  let opened: Promise<Database> | null = null;

  async function using<T>(work: (database: Database) => Promise<T>): Promise<T> {
    try {
      opened ??= open();
      return await work(await opened);
    } catch (error) {
      opened = null;
      throw toStorageFailure(error);
    }
  }

  return {
    writer,
    claim: () => using(async (database) => void (await database.put('values', writer, 'owner'))),
    load: () => using(loadAll),
    save: (change) => using((database) => saveAll(database, change, writer)),
    saveValue: (key, value) => using((database) => saveOne(database, key, value)),
    loadValue: (key) => using((database) => database.get('values', key)),
  };
}

async function loadAll(database: Database): Promise<StoredWorkspace> {
  const transaction = database.transaction(['files', 'layouts', 'values']);
  const [files, layouts, variables, settings] = await Promise.all([
    transaction.objectStore('files').getAll(),
    transaction.objectStore('layouts').getAll(),
    transaction.objectStore('values').get('variables'),
    transaction.objectStore('values').get('settings'),
  ]);
  const problems: string[] = [];
  const readable = files.filter((file) => {
    const isFine = typeof file.path === 'string' && typeof file.text === 'string' && Number.isFinite(file.revision);
    if (!isFine) problems.push(`The stored file ${JSON.stringify(file.path)} cannot be read and is left out.`);
    return isFine;
  });
  return { files: readable, layouts: readLayouts(layouts), variables, settings, problems };
}

/** Arrangements as kept, as layouts. They are a comfort: one that cannot be read is laid out afresh. */
export function readLayouts(records: readonly LayoutRecord[]): ReadonlyMap<string, Layout> {
  const layouts = new Map<string, Layout>();
  for (const { path, positions, collapsed } of records) {
    try {
      layouts.set(path, { positions: new Map(positions), collapsed: new Set(collapsed) });
    } catch {
      layouts.delete(path);
    }
  }
  return layouts;
}

/** A layout as it is kept. */
export function toLayoutRecord(path: string, layout: Layout): LayoutRecord {
  return { path, positions: [...layout.positions], collapsed: [...layout.collapsed] };
}

async function saveAll(database: Database, change: StoredChange, writer: string): Promise<void> {
  const transaction = database.transaction(['files', 'layouts', 'values'], 'readwrite', { durability: 'strict' });
  // An unheard rejection of `done` would be reported a second time when one of the requests has already failed.
  transaction.done.catch(() => undefined);
  const owner = await transaction.objectStore('values').get('owner');
  if (owner !== writer) {
    transaction.abort();
    throw new StorageFailure('taken');
  }
  const files = transaction.objectStore('files');
  const layouts = transaction.objectStore('layouts');
  const writes = [
    ...change.files.map(({ path, text, revision }) =>
      text === null ? files.delete(path) : files.put({ path, text, revision, writer }),
    ),
    ...[...change.layouts].map(([path, layout]) =>
      layout === null ? layouts.delete(path) : layouts.put(toLayoutRecord(path, layout)),
    ),
  ];
  await Promise.all([...writes, transaction.done]);
}

async function saveOne(database: Database, key: string, value: unknown): Promise<void> {
  const transaction = database.transaction('values', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(value, key), transaction.done]);
}
