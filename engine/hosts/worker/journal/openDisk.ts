import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { assertNever } from '../../../base/index.ts';
import type { RunQuery, RunSummary } from '../protocol.ts';
import { type Change, type Disk, FencedError, type JournalChunk, type RunDetails } from './Disk.ts';

interface Schema extends DBSchema {
  summaries: { key: string; value: RunSummary; indexes: { startedAt: number } };
  details: { key: string; value: RunDetails };
  chunks: { key: [string, number]; value: JournalChunk };
  /** Who may write a run's journal: the newest epoch. */
  claims: { key: string; value: { readonly runId: string; readonly epoch: number } };
}

type Database = IDBPDatabase<Schema>;
type Writing = IDBPTransaction<Schema, typeof STORES, 'readwrite'>;

const STORES: ('summaries' | 'details' | 'chunks' | 'claims')[] = ['summaries', 'details', 'chunks', 'claims'];

/** Opens nothing yet: the database is opened on first use, and again after the browser closed it. */
export function openDisk(name = 'signalbox-runs'): Disk {
  let opening: Promise<Database> | null = null;
  const forget = (): void => {
    opening = null;
  };
  const open = (): Promise<Database> => {
    opening ??= openDatabase(name, forget).catch((error: unknown) => {
      forget();
      throw error;
    });
    return opening;
  };
  return {
    commit: async (changes) => commit(await open(), changes),
    claim: async (runId) => claim(await open(), runId),
    list: async (query) => list(await open(), query),
    find: async (runId) => {
      const transaction = (await open()).transaction(STORES);
      const [summary, details, chunks] = await Promise.all([
        transaction.objectStore('summaries').get(runId),
        transaction.objectStore('details').get(runId),
        transaction.objectStore('chunks').getAll(chunksOf(runId)),
      ]);
      return summary === undefined || details === undefined ? null : { summary, details, chunks };
    },
  };
}

function openDatabase(name: string, forget: () => void): Promise<Database> {
  const opening = openDB<Schema>(name, 2, {
    upgrade: (database, before) => {
      if (before < 1) {
        database.createObjectStore('summaries', { keyPath: 'runId' }).createIndex('startedAt', 'startedAt');
        database.createObjectStore('details', { keyPath: 'runId' });
        database.createObjectStore('chunks', { keyPath: ['runId', 'from'] });
      }
      if (before < 2) database.createObjectStore('claims', { keyPath: 'runId' });
    },
    // Another tab brings a newer version: let it, and open again when next asked.
    blocking: () => {
      void opening.then((database) => database.close());
      forget();
    },
    terminated: forget,
  });
  return opening;
}

async function commit(database: Database, changes: readonly Change[]): Promise<void> {
  const transaction = database.transaction(STORES, 'readwrite', { durability: 'strict' });
  // Aborted on purpose below, and heard there.
  transaction.done.catch(() => undefined);
  for (const [runId, epoch] of epochsOf(changes)) {
    const held = await transaction.objectStore('claims').get(runId);
    if (held === undefined || held.epoch === epoch) continue;
    transaction.abort();
    throw new FencedError(`Run ${runId} is executed elsewhere`);
  }
  // A full disk is only said when the transaction aborts: both must be heard.
  await Promise.all([...changes.map((change) => write(transaction, change)), transaction.done]);
}

function epochsOf(changes: readonly Change[]): ReadonlyMap<string, number> {
  const epochs = new Map<string, number>();
  for (const change of changes)
    if ('epoch' in change && change.epoch !== undefined) epochs.set(change.value.runId, change.epoch);
  return epochs;
}

async function write(transaction: Writing, change: Change): Promise<unknown> {
  switch (change.type) {
    case 'summary':
      return transaction.objectStore('summaries').put(change.value);
    case 'details':
      return transaction.objectStore('details').put(change.value);
    case 'chunk':
      return transaction.objectStore('chunks').put(change.value);
    case 'compact':
      return Promise.all([
        transaction.objectStore('chunks').delete(chunksOf(change.value.runId)),
        transaction.objectStore('chunks').put(change.value),
      ]);
    case 'remove':
      return Promise.all([
        transaction.objectStore('summaries').delete(change.runId),
        transaction.objectStore('details').delete(change.runId),
        transaction.objectStore('chunks').delete(chunksOf(change.runId)),
        transaction.objectStore('claims').delete(change.runId),
      ]);
    default:
      return assertNever(change);
  }
}

async function claim(database: Database, runId: string): Promise<number> {
  const transaction = database.transaction('claims', 'readwrite', { durability: 'strict' });
  const epoch = ((await transaction.store.get(runId))?.epoch ?? 0) + 1;
  await Promise.all([transaction.store.put({ runId, epoch }), transaction.done]);
  return epoch;
}

async function list(database: Database, query: RunQuery): Promise<readonly RunSummary[]> {
  const { before, limit = Number.POSITIVE_INFINITY } = query;
  const range = before === undefined ? null : IDBKeyRange.upperBound(before, true);
  const index = database.transaction('summaries').store.index('startedAt');
  const rows: RunSummary[] = [];
  for (let at = await index.openCursor(range, 'prev'); at !== null && rows.length < limit; at = await at.continue()) {
    if (fits(at.value, query)) rows.push(at.value);
  }
  return rows;
}

function fits(row: RunSummary, { path, status }: RunQuery): boolean {
  return (path === undefined || row.path === path) && (status === undefined || row.status === status);
}

function chunksOf(runId: string): IDBKeyRange {
  return IDBKeyRange.bound([runId, 0], [runId, Number.MAX_SAFE_INTEGER]);
}
