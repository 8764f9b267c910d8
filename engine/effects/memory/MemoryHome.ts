import type { OnDatabaseEnd } from '../DatabaseEnd.ts';
import type { MemoryDatabase } from './indexeddb/MemoryDatabase.ts';
import type { InMemoryThreads } from './inmemory/InMemoryThreads.ts';
import type { InMemoryVectors } from './inmemory/InMemoryVectors.ts';
import type { StateFolder } from './StateFolder.ts';

/** Where a host keeps the memories of `core:in-memory` and `core:indexeddb`, across its runs: one for all of them. */
export interface MemoryHome {
  /** The platform's IndexedDB; null where there is none. */
  readonly indexedDb: IDBFactory | null;
  /** Where `core:in-memory` is kept beyond the process; null: nowhere. */
  readonly folder: StateFolder | null;
  /** What is kept in memory, by where it belongs and the memory's id. */
  readonly threads: Map<string, Promise<InMemoryThreads>>;
  readonly vectors: Map<string, Promise<InMemoryVectors>>;
  /** Open databases, by name. */
  readonly databases: Map<string, MemoryDatabase>;
  /** Called when connections to them end. */
  readonly onEnd: OnDatabaseEnd;
}

/** The home of a host's memories; nothing is opened yet. */
export function createMemoryHome(
  places: {
    readonly indexedDb?: IDBFactory | undefined;
    readonly folder?: StateFolder;
    readonly onEnd?: OnDatabaseEnd;
  } = {},
): MemoryHome {
  return {
    indexedDb: places.indexedDb ?? null,
    onEnd: places.onEnd ?? (() => undefined),
    folder: places.folder ?? null,
    threads: new Map(),
    vectors: new Map(),
    databases: new Map(),
  };
}
