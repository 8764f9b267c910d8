import type { DBSchema, IDBPDatabase, IDBPObjectStore, OpenDBCallbacks } from 'idb';
import { DatabaseConnection, type OnDatabaseEnd } from '../../../effects/index.ts';
import type { RunFacts } from '../facts/RunFacts.ts';
import { openWithRetry } from '../platform/openWithRetry.ts';
import type { RunSummary, RunTags } from '../protocol/protocol.ts';
import type { JournalChunk, RunDetails, StoredCheckpoint } from './Disk.ts';

/**
 * A row of the history as it is stored. `order`, of a run that no other one started, and `place`, of one that another has
 * started, decrease with time, so that every index lists the newest first. What a row does not have, no index of it lists.
 */
export type Row = RunSummary & { readonly order?: number; readonly place?: number };

/**
 * Facts as they are stored. `order` decreases with time; only facts that count for the statistics of tasks have it, so that the index
 * lists no others.
 */
export type FactsRow = RunFacts & { readonly order?: number };

/** What is in the database. */
export interface Schema extends DBSchema {
  summaries: {
    key: string;
    value: Row;
    indexes: {
      order: number;
      path: [string, number];
      status: [string, number];
      parent: [string, number];
      root: string;
    };
  };
  details: { key: string; value: RunDetails };
  chunks: { key: [string, number]; value: JournalChunk };
  checkpoints: { key: string; value: StoredCheckpoint };
  /** The newest epoch of each run: only its writer may write the journal. */
  claims: { key: string; value: { readonly runId: string; readonly epoch: number } };
  facts: { key: string; value: FactsRow; indexes: { path: [string, number]; words: string } };
  /** Apart from the rows: runs of servers have none here. */
  tags: { key: string; value: RunTags };
}

/** An open connection. */
export type Database = IDBPDatabase<Schema>;

/** All stores: each write is one transaction over all of them. */
export const STORES: ('summaries' | 'details' | 'chunks' | 'checkpoints' | 'claims' | 'facts' | 'tags')[] = [
  'summaries',
  'details',
  'chunks',
  'checkpoints',
  'claims',
  'facts',
  'tags',
];

/** The connection to the database of runs. */
export function connectRuns(name: string, onEnd: OnDatabaseEnd = () => undefined): DatabaseConnection<Schema> {
  return new DatabaseConnection({ name, version: 6, upgrade, onEnd, retry: openWithRetry });
}

const upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']> = (database, before, _, transaction) => {
  if (before < 1) {
    database.createObjectStore('summaries', { keyPath: 'runId' });
    database.createObjectStore('details', { keyPath: 'runId' });
    database.createObjectStore('chunks', { keyPath: ['runId', 'from'] });
  }
  if (before < 2) database.createObjectStore('claims', { keyPath: 'runId' });
  if (before < 4) database.createObjectStore('checkpoints', { keyPath: 'runId' });
  // If this fails, the whole upgrade is aborted and the database is not opened.
  if (before < 3) orderRows(transaction.objectStore('summaries')).catch(() => undefined);
  // Runs of earlier versions have started no others: their rows stay as they are.
  if (before < 5) {
    const rows = transaction.objectStore('summaries');
    rows.createIndex('parent', ['parent.runId', 'place']);
    rows.createIndex('root', 'parent.root');
  }
  // Runs of earlier versions have no facts: words do not lead to them, and they count for no statistics.
  if (before < 6) {
    const facts = database.createObjectStore('facts', { keyPath: 'runId' });
    facts.createIndex('path', ['path', 'order']);
    facts.createIndex('words', 'words', { multiEntry: true });
    database.createObjectStore('tags', { keyPath: 'runId' });
  }
};

/** Adds `order` to the rows of an earlier version, and its indexes. */
async function orderRows(rows: IDBPObjectStore<Schema, typeof STORES, 'summaries', 'versionchange'>): Promise<void> {
  for (const name of rows.indexNames) rows.deleteIndex(name);
  rows.createIndex('order', 'order');
  rows.createIndex('path', ['path', 'order']);
  rows.createIndex('status', ['status', 'order']);
  for (const row of await rows.getAll()) await rows.put(toRow(row));
}

/** A row to store. */
export function toRow(summary: RunSummary): Row {
  const at = -summary.startedAt;
  return { ...summary, ...(summary.parent === undefined ? { order: at } : { place: at }) };
}

/** A row without what only its indexes need. */
export function toSummary(row: Row): RunSummary {
  const { order: _, place: __, ...summary } = row;
  return summary;
}

/** Facts to store. */
export function toFactsRow(facts: RunFacts): FactsRow {
  return facts.isReal ? { ...facts, order: -facts.startedAt } : facts;
}
