import type { IDBPTransaction } from 'idb';
import type { Layout } from '#engine';
import type { DatabaseEnd } from '#engine/worker';
import { type Database, type FileRecord, type LayoutRecord, openDatabase, type Schema } from './database.ts';
import { randomText } from './randomText.ts';
import { StorageFailure, toStorageFailure } from './saver.ts';

/** What was found on this device. */
export interface StoredWorkspace {
  readonly files: readonly FileRecord[];
  readonly layouts: ReadonlyMap<string, Layout>;
  readonly variables: unknown;
  readonly settings: unknown;
  /** Records that could not be read: messages for the user. They are left as they are. */
  readonly problems: readonly string[];
}

/** What changed since the last durable write. Null removes. */
export interface StoredChange {
  readonly files: readonly { readonly path: string; readonly text: string | null; readonly revision: number }[];
  readonly layouts: ReadonlyMap<string, Layout | null>;
}

/** The small values that are kept next to the files. */
export type ValueName = 'variables' | 'settings';

/** Everything there is to keep. */
export interface StoredContent extends StoredChange {
  readonly values: Readonly<Record<ValueName, unknown>>;
}

/** The workspace as kept in the browser. Every promise rejects with a {@link StorageFailure}, `silent` after 10 s at the latest. */
export interface WorkspaceStorage {
  /** Names this tab in what it writes. */
  readonly writer: string;
  /** Makes this tab the one that may write: writes of the tab before are refused from now on. */
  claim(): Promise<void>;
  load(): Promise<StoredWorkspace>;
  /**
   * Resolves once the change is durable. All or nothing; refused as `taken` when another tab has claimed the workspace,
   * and as `lost` when no tab has: then the database is not the one that was claimed.
   */
  save(change: StoredChange): Promise<void>;
  /** Keeps one small value, durably; refused as `lost` like {@link save}. */
  saveValue(key: ValueName, value: unknown): Promise<void>;
  loadValue(key: ValueName): Promise<unknown>;
  /** Claims a database that has lost the workspace, and writes all of it; refused as `taken` when another tab has claimed it. */
  restore(content: StoredContent): Promise<void>;
  /** Whether this many files and the claim of this tab are still stored; `taken` by another tab counts as kept. */
  check(files: number): Promise<'kept' | 'lost'>;
  /** Calls back when the connection is ended from outside. Answers with a function that stops that. */
  onEnd(listener: (end: DatabaseEnd) => void): () => void;
}

/** How long the database may take to answer, in ms. */
const PATIENCE = 10_000;

/** The workspace's storage in IndexedDB; opened at the first use, and again after the browser closed it. */
export function createStorage(open: typeof openDatabase = openDatabase): WorkspaceStorage {
  const writer = randomText();
  const listeners = new Set<(end: DatabaseEnd) => void>();
  let opened: Promise<Database> | null = null;

  function connect(): Promise<Database> {
    if (opened !== null) return opened;
    const mine = open((end) => {
      if (opened === mine) opened = null;
      for (const listener of listeners) listener(end);
    });
    opened = mine;
    return mine;
  }

  function drop(mine: Promise<Database>): void {
    if (opened === mine) opened = null;
    mine.then(
      (database) => database.close(),
      () => undefined,
    );
  }

  async function attempt<T>(work: (database: Database) => Promise<T>, isAgain: boolean): Promise<T> {
    const mine = connect();
    try {
      return await work(await mine);
    } catch (error) {
      drop(mine);
      // A connection that was closed meanwhile, by whom ever, is opened again once.
      if (!isAgain && error instanceof DOMException && CLOSED.has(error.name)) return attempt(work, true);
      throw error;
    }
  }

  async function using<T>(work: (database: Database) => Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        if (opened !== null) drop(opened);
        reject(new StorageFailure('timeout'));
      }, PATIENCE);
    });
    try {
      return await Promise.race([attempt(work, false), silence]);
    } catch (error) {
      throw toStorageFailure(error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    writer,
    claim: () => using(async (database) => void (await database.put('values', writer, 'owner'))),
    load: () => using(loadAll),
    save: (change) => using((database) => saveAll(database, change, writer)),
    saveValue: (key, value) => using((database) => saveOne(database, key, value)),
    loadValue: (key) => using((database) => database.get('values', key)),
    restore: (content) => using((database) => restoreAll(database, content, writer)),
    check: (files) => using((database) => checkAll(database, files, writer)),
    onEnd: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What a connection that was closed from outside answers with: at once, and in the transactions that it cut off. */
const CLOSED = new Set(['InvalidStateError', 'AbortError']);

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
    if (!isFine) problems.push(`The stored file ${JSON.stringify(file.path)} cannot be read and was skipped.`);
    return isFine;
  });
  return { files: readable, layouts: readLayouts(layouts), variables, settings, problems };
}

/** Arrangements as kept, as layouts. They are a comfort: one that cannot be read is laid out afresh. */
export function readLayouts(records: readonly LayoutRecord[]): ReadonlyMap<string, Layout> {
  const layouts = new Map<string, Layout>();
  for (const { path, positions, collapsed, ...rest } of records) {
    try {
      layouts.set(path, { ...rest, positions: new Map(positions), collapsed: new Set(collapsed) });
    } catch {
      layouts.delete(path);
    }
  }
  return layouts;
}

/** A layout as it is kept. */
export function toLayoutRecord(path: string, layout: Layout): LayoutRecord {
  return { ...layout, path, positions: [...layout.positions], collapsed: [...layout.collapsed] };
}

const ALL: ('files' | 'layouts' | 'values')[] = ['files', 'layouts', 'values'];

type Writing = IDBPTransaction<Schema, typeof ALL, 'readwrite'>;

function beginWriting(database: Database): Writing {
  const transaction = database.transaction(ALL, 'readwrite', { durability: 'strict' });
  // An unhandled rejection of `done` would be reported a second time when one of the requests has already failed.
  transaction.done.catch(() => undefined);
  return transaction;
}

async function saveAll(database: Database, change: StoredChange, writer: string): Promise<void> {
  const transaction = beginWriting(database);
  const owner = await transaction.objectStore('values').get('owner');
  if (owner !== writer) {
    transaction.abort();
    throw new StorageFailure(owner === undefined ? 'gone' : 'fenced');
  }
  await Promise.all([...putAll(transaction, change, writer), transaction.done]);
}

async function restoreAll(database: Database, { values, ...change }: StoredContent, writer: string): Promise<void> {
  const transaction = beginWriting(database);
  const kept = transaction.objectStore('values');
  const owner = await kept.get('owner');
  if (owner !== undefined && owner !== writer) {
    transaction.abort();
    throw new StorageFailure('fenced');
  }
  const writes = [
    // Without the claim what is left is of no use: all of it is written again.
    transaction.objectStore('files').clear(),
    transaction.objectStore('layouts').clear(),
    kept.put(writer, 'owner'),
    ...Object.entries(values).map(async ([key, value]) => kept.put(value, key)),
  ];
  await Promise.all([...writes, ...putAll(transaction, change, writer), transaction.done]);
}

/** What a transaction that was aborted meanwhile throws becomes a rejection, so that none is left unhandled. */
function putAll(transaction: Writing, change: StoredChange, writer: string): readonly Promise<unknown>[] {
  const files = transaction.objectStore('files');
  const layouts = transaction.objectStore('layouts');
  return [
    ...change.files.map(async ({ path, text, revision }) =>
      text === null ? files.delete(path) : files.put({ path, text, revision, writer }),
    ),
    ...[...change.layouts].map(async ([path, layout]) =>
      layout === null ? layouts.delete(path) : layouts.put(toLayoutRecord(path, layout)),
    ),
  ];
}

async function saveOne(database: Database, key: ValueName, value: unknown): Promise<void> {
  const transaction = database.transaction('values', 'readwrite', { durability: 'strict' });
  transaction.done.catch(() => undefined);
  if ((await transaction.store.getKey('owner')) === undefined) {
    transaction.abort();
    throw new StorageFailure('gone');
  }
  await Promise.all([transaction.store.put(value, key), transaction.done]);
}

async function checkAll(database: Database, files: number, writer: string): Promise<'kept' | 'lost'> {
  const transaction = database.transaction(['files', 'values']);
  const [owner, count] = await Promise.all([
    transaction.objectStore('values').get('owner'),
    transaction.objectStore('files').count(),
  ]);
  if (owner === undefined) return 'lost';
  return owner !== writer || count >= files ? 'kept' : 'lost';
}
