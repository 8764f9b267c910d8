import type { DBSchema, IDBPDatabase } from 'idb';
import { err, type JsonObject, ok, type Result } from '../../../base/index.ts';
import { DatabaseConnection, type KeyValueStore, type OnDatabaseEnd } from '../../../effects/index.ts';
import { readStorageFailure } from '../journal/storageFailure.ts';

interface Schema extends DBSchema {
  entries: { key: [namespace: string, key: string]; value: JsonObject };
}

/** The values of `core:kv` on this device. The database is opened on first use, and again after the browser closed it. */
export function openKeyValues(name = 'signalbox-values', onEnd: OnDatabaseEnd = () => undefined): KeyValueStore {
  const connection = new DatabaseConnection<Schema>({
    name,
    version: 1,
    upgrade: (database) => void database.createObjectStore('entries'),
    onEnd,
  });
  const use = async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<Result<T, string>> => {
    try {
      return ok(await connection.use(work));
    } catch (error) {
      return err(readStorageFailure(error).message);
    }
  };
  return {
    get: (namespace, key) => use(async (database) => (await database.get('entries', [namespace, key])) ?? null),
    set: (namespace, key, entry) =>
      use(async (database) => {
        const transaction = database.transaction('entries', 'readwrite', { durability: 'strict' });
        // A full disk is reported only when the transaction aborts: await both.
        await Promise.all([transaction.store.put(entry, [namespace, key]), transaction.done]);
        return null;
      }),
    remove: (namespace, key) =>
      use(async (database) => {
        await database.delete('entries', [namespace, key]);
        return null;
      }),
    list: (namespace) =>
      use(async (database) => {
        const range = IDBKeyRange.bound([namespace], [namespace, []]);
        return (await database.getAllKeys('entries', range)).map(([, key]) => key);
      }),
  };
}
