import type { IDBPObjectStore, IDBPTransaction } from 'idb';
import { assertNever } from '../../../base/index.ts';
import type { OnDatabaseEnd } from '../../../effects/index.ts';
import type { RunQuery, RunSummary } from '../protocol/protocol.ts';
import { type Change, type Disk, FencedError, GoneError, type JournalChunk, type StoredRecord } from './Disk.ts';
import {
  connectRuns,
  type Database,
  type Row,
  type Schema,
  STORES,
  toFactsRow,
  toRow,
  toSummary,
} from './openDatabase.ts';

type Writing = IDBPTransaction<Schema, typeof STORES, 'readwrite'>;
type ReadRows = IDBPObjectStore<Schema, ['summaries'], 'summaries'>;

/** Runs in IndexedDB. The database is opened on first use, and again after the browser closed it. */
export function openDisk(name = 'signalbox-runs', onEnd?: OnDatabaseEnd): Disk {
  const connection = connectRuns(name, onEnd);
  const use = <T>(work: (database: Database) => Promise<T>): Promise<T> => connection.use(work);
  return {
    commit: (changes) => use((database) => commit(database, changes)),
    claim: (runId) => use((database) => claim(database, runId)),
    list: (query) => use((database) => list(database, query)),
    row: (runId) => use((database) => readRow(database, runId)),
    below: (root) => use((database) => readBelow(database, root)),
    ask: async (question) => {
      const { askDatabase } = await import('./askDatabase.ts');
      return use((database) => askDatabase(database, question));
    },
    find: (runId, isNewest) => use((database) => find(database, runId, isNewest === true)),
  };
}

async function commit(database: Database, changes: readonly Change[]): Promise<void> {
  const transaction = database.transaction(STORES, 'readwrite', { durability: 'strict' });
  // The abort below also rejects `done`, and throws its own error.
  transaction.done.catch(() => undefined);
  const created = new Set(changes.flatMap((change) => (change.type === 'claim' ? [change.runId] : [])));
  for (const [runId, epoch] of epochsOf(changes)) {
    const held = await transaction.objectStore('claims').get(runId);
    if (held === undefined ? created.has(runId) : held.epoch === epoch) continue;
    transaction.abort();
    throw held === undefined
      ? new GoneError(`Run ${runId} does not exist`)
      : new FencedError(`Run ${runId} is executed elsewhere`);
  }
  // A full disk is reported only when the transaction aborts: await both.
  await Promise.all([...changes.map((change) => write(transaction, change)), transaction.done]);
}

function epochsOf(changes: readonly Change[]): ReadonlyMap<string, number> {
  const epochs = new Map<string, number>();
  for (const change of changes)
    if ('value' in change && 'epoch' in change && change.epoch !== undefined)
      epochs.set(change.value.runId, change.epoch);
  return epochs;
}

async function write(transaction: Writing, change: Change): Promise<unknown> {
  switch (change.type) {
    case 'summary':
      return writeSummary(transaction, change.value);
    case 'details':
      return transaction.objectStore('details').put(change.value);
    case 'facts':
      return transaction.objectStore('facts').put(toFactsRow(change.value));
    case 'chunk':
      return transaction.objectStore('chunks').put(change.value);
    case 'compact':
      return compact(transaction, change.value);
    case 'checkpoint':
      return Promise.all([
        ...replaceChunks(transaction, change.chunk),
        transaction.objectStore('checkpoints').put(change.value),
      ]);
    case 'claim':
      return transaction.objectStore('claims').put({ runId: change.runId, epoch: change.epoch });
    case 'keep':
      return keep(transaction, change);
    case 'remove':
      return remove(transaction, change.runId);
    case 'prune':
      return prune(transaction, change.keep);
    default:
      return assertNever(change);
  }
}

function replaceChunks(transaction: Writing, chunk: JournalChunk): readonly Promise<unknown>[] {
  const chunks = transaction.objectStore('chunks');
  return [chunks.delete(chunksOf(chunk.runId, chunk.from)), chunks.put(chunk)];
}

async function compact(transaction: Writing, chunk: JournalChunk): Promise<unknown> {
  const { runId, from } = chunk;
  const checkpoints = transaction.objectStore('checkpoints');
  const held = await checkpoints.get(runId);
  return Promise.all([
    ...replaceChunks(transaction, chunk),
    held !== undefined && held.inputs > from && checkpoints.delete(runId),
  ]);
}

async function writeSummary(transaction: Writing, value: RunSummary): Promise<unknown> {
  const rows = transaction.objectStore('summaries');
  const isKept = (await rows.get(value.runId))?.isKept ?? value.isKept;
  const deleted = value.status === 'running' ? null : transaction.objectStore('checkpoints').delete(value.runId);
  return Promise.all([deleted, rows.put(toRow(isKept === undefined ? value : { ...value, isKept }))]);
}

async function keep(transaction: Writing, { runId, isKept }: Extract<Change, { type: 'keep' }>): Promise<unknown> {
  const rows = transaction.objectStore('summaries');
  const row = await rows.get(runId);
  return row === undefined ? undefined : rows.put({ ...row, isKept });
}

async function remove(transaction: Writing, runId: string): Promise<unknown> {
  const below = await transaction.objectStore('summaries').index('root').getAllKeys(runId);
  return Promise.all([runId, ...below].map((each) => removeOne(transaction, each)));
}

function removeOne(transaction: Writing, runId: string): Promise<unknown> {
  return Promise.all([
    transaction.objectStore('summaries').delete(runId),
    transaction.objectStore('details').delete(runId),
    transaction.objectStore('chunks').delete(chunksOf(runId)),
    transaction.objectStore('checkpoints').delete(runId),
    transaction.objectStore('claims').delete(runId),
    transaction.objectStore('facts').delete(runId),
    transaction.objectStore('tags').delete(runId),
  ]);
}

async function prune(transaction: Writing, newest: number): Promise<void> {
  const rows = transaction.objectStore('summaries');
  if ((await rows.index('order').count()) <= newest) return;
  let cursor = await rows.index('order').openCursor();
  if (cursor !== null) cursor = await cursor.advance(newest);
  for (; cursor !== null; cursor = await cursor.continue()) {
    const { runId, isKept, status } = cursor.value;
    if (isKept === true || status === 'running') continue;
    if ((await transaction.objectStore('tags').getKey(runId)) === undefined) await remove(transaction, runId);
  }
}

async function claim(database: Database, runId: string): Promise<number | null> {
  const transaction = database.transaction(['summaries', 'claims'], 'readwrite', { durability: 'strict' });
  const claims = transaction.objectStore('claims');
  const [row, held] = await Promise.all([transaction.objectStore('summaries').get(runId), claims.get(runId)]);
  if (row?.status !== 'running') return null;
  const epoch = (held?.epoch ?? 0) + 1;
  await Promise.all([claims.put({ runId, epoch }), transaction.done]);
  return epoch;
}

async function find(database: Database, runId: string, isNewest: boolean): Promise<StoredRecord | null> {
  const transaction = database.transaction(STORES);
  const checkpoint = (isNewest ? await transaction.objectStore('checkpoints').get(runId) : undefined) ?? null;
  const [summary, details, chunks] = await Promise.all([
    transaction.objectStore('summaries').get(runId),
    transaction.objectStore('details').get(runId),
    transaction.objectStore('chunks').getAll(chunksOf(runId, checkpoint?.inputs)),
  ]);
  if (summary === undefined || details === undefined) return null;
  return { summary: toSummary(summary), details, checkpoint, chunks };
}

async function list(database: Database, query: RunQuery): Promise<readonly RunSummary[]> {
  const rows = await readRows(database.transaction('summaries').store, query);
  return rows.map(toSummary);
}

async function readRow(database: Database, runId: string): Promise<RunSummary | null> {
  const row = await database.get('summaries', runId);
  return row === undefined ? null : toSummary(row);
}

async function readBelow(database: Database, root: string): Promise<readonly RunSummary[]> {
  return (await database.getAllFromIndex('summaries', 'root', root)).map(toSummary);
}

async function readRows(rows: ReadRows, query: RunQuery): Promise<readonly Row[]> {
  const { parent, path, status, before, limit } = query;
  const newest = before === undefined ? Number.NEGATIVE_INFINITY : -before;
  const rangeOf = (first: string): IDBKeyRange =>
    IDBKeyRange.bound([first, newest], [first, Number.POSITIVE_INFINITY], true);
  if (parent !== undefined) {
    const found = await rows.index('parent').getAll(rangeOf(parent));
    const matching = found.filter((row) => (path ?? row.path) === row.path && (status ?? row.status) === row.status);
    return matching.slice(0, limit);
  }
  if (path === undefined && status === undefined)
    return rows.index('order').getAll(IDBKeyRange.lowerBound(newest, true), limit);
  if (status === undefined) return rows.index('path').getAll(rangeOf(path ?? ''), limit);
  if (path === undefined) return rows.index('status').getAll(rangeOf(status), limit);
  const found = await rows.index('path').getAll(rangeOf(path));
  return found.filter((row) => row.status === status).slice(0, limit);
}

/** The chunks of a run that begin at an input or after it. */
function chunksOf(runId: string, from = 0): IDBKeyRange {
  return IDBKeyRange.bound([runId, from], [runId, Number.MAX_SAFE_INTEGER]);
}
