import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { assertNever } from '../../../base/index.ts';
import type { RunSummary } from '../protocol.ts';
import type { Change, Disk, JournalChunk, RunDetails } from './Disk.ts';

interface Schema extends DBSchema {
  summaries: { key: string; value: RunSummary; indexes: { startedAt: number } };
  details: { key: string; value: RunDetails };
  chunks: { key: [string, number]; value: JournalChunk };
}

type Database = IDBPDatabase<Schema>;

const STORES = ['summaries', 'details', 'chunks'] as const;

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
    list: async () => (await (await open()).getAllFromIndex('summaries', 'startedAt')).reverse(),
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
  const opening = openDB<Schema>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('summaries', { keyPath: 'runId' }).createIndex('startedAt', 'startedAt');
      database.createObjectStore('details', { keyPath: 'runId' });
      database.createObjectStore('chunks', { keyPath: ['runId', 'from'] });
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
  const writes = changes.map((change): Promise<unknown> => {
    switch (change.type) {
      case 'summary':
        return transaction.objectStore('summaries').put(change.value);
      case 'details':
        return transaction.objectStore('details').put(change.value);
      case 'chunk':
        return transaction.objectStore('chunks').put(change.value);
      case 'remove':
        return Promise.all([
          transaction.objectStore('summaries').delete(change.runId),
          transaction.objectStore('details').delete(change.runId),
          transaction.objectStore('chunks').delete(chunksOf(change.runId)),
        ]);
      default:
        return assertNever(change);
    }
  });
  // A full disk is only said when the transaction aborts: both must be heard.
  await Promise.all([...writes, transaction.done]);
}

function chunksOf(runId: string): IDBKeyRange {
  return IDBKeyRange.bound([runId, 0], [runId, Number.MAX_SAFE_INTEGER]);
}
