import { type DBSchema, type IDBPDatabase, wrap } from 'idb';
import type { Json } from '../../../base/index.ts';
import { messageOf } from '../../../base/index.ts';
import { endOfVersion, type OnDatabaseEnd } from '../../DatabaseEnd.ts';
import { broken, MemoryFault } from '../MemoryFault.ts';

/** Vectors that are read and written together. `version` identifies one state of a block. */
export interface VectorBlock {
  readonly memory: string;
  readonly index: number;
  readonly version: number;
  readonly ids: readonly string[];
  readonly threadIds: readonly string[];
  /** A row for each id. */
  readonly vectors: Float32Array;
}

/** What a memory's vectors are, and the version of each block by its index. */
export interface VectorCollection {
  readonly memory: string;
  readonly dimensions: number;
  /** Counts every write, also over a time when it was empty. */
  readonly version: number;
  readonly blocks: readonly number[];
}

/** The row of a thread; its messages are numbered from 0. */
export interface ThreadRow {
  readonly memory: string;
  readonly threadId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly workingMemory: string | null;
  readonly count: number;
}

/** The stores of a database of memories. */
export interface MemorySchema extends DBSchema {
  threads: { key: [string, string]; value: ThreadRow };
  messages: {
    key: [string, string, number];
    value: { memory: string; threadId: string; index: number; id: string; message: Json };
    indexes: { byId: [string, string, string] };
  };
  /** Writes that were made. */
  done: { key: [string, string, string]; value: { memory: string; threadId: string; key: string } };
  collections: { key: string; value: VectorCollection };
  blocks: { key: [string, number]; value: VectorBlock };
  /** In which block a vector is. */
  rows: { key: [string, string]; value: { memory: string; id: string; block: number } };
}

/** An open database of memories. */
export type OpenDatabase = IDBPDatabase<MemorySchema>;

/** What the database of a memory without a `path` is called; others have it after this and a hyphen. */
export const DATABASE_NAME = 'signalbox-memory';

const VERSION = 1;

/** All keys that begin with these texts. */
export function keysBelow(...prefix: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound([...prefix], [...prefix, []]);
}

/** One database of memories: opened on first use, and again after the browser closed it. */
export class MemoryDatabase {
  readonly #factory: IDBFactory;
  readonly #name: string;
  readonly #onEnd: OnDatabaseEnd;
  #opening: Promise<OpenDatabase> | null = null;
  /** A cache of blocks, by memory; valid as long as the collection names their version. */
  readonly cache = new Map<string, Map<number, VectorBlock>>();

  constructor(factory: IDBFactory, name: string, onEnd: OnDatabaseEnd = () => undefined) {
    this.#factory = factory;
    this.#name = name;
    this.#onEnd = onEnd;
  }

  /** Runs an operation on the database. Rejects with a `MemoryFault` for whatever fails in it. */
  async use<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> {
    try {
      const mine = this.#open();
      try {
        return await work(await mine);
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
        // A connection that was closed meanwhile is reopened once.
        if (this.#opening === mine) this.#forget();
        return await work(await this.#open());
      }
    } catch (error) {
      throw toFault(error);
    }
  }

  #open(): Promise<OpenDatabase> {
    if (this.#opening !== null) return this.#opening;
    const mine = openDatabase(this.#factory, this.#name, (end, name) => {
      if (this.#opening === mine) this.#forget();
      this.#onEnd(end, name);
    });
    this.#opening = mine;
    mine.catch(() => {
      if (this.#opening === mine) this.#forget();
    });
    return mine;
  }

  #forget(): void {
    this.#opening = null;
    this.cache.clear();
  }
}

async function openDatabase(factory: IDBFactory, name: string, onEnd: OnDatabaseEnd): Promise<OpenDatabase> {
  const request = factory.open(name, VERSION);
  request.onupgradeneeded = () => {
    const database = request.result;
    database.createObjectStore('threads', { keyPath: ['memory', 'threadId'] });
    const messages = database.createObjectStore('messages', { keyPath: ['memory', 'threadId', 'index'] });
    messages.createIndex('byId', ['memory', 'threadId', 'id']);
    database.createObjectStore('done', { keyPath: ['memory', 'threadId', 'key'] });
    database.createObjectStore('collections', { keyPath: 'memory' });
    database.createObjectStore('blocks', { keyPath: ['memory', 'index'] });
    database.createObjectStore('rows', { keyPath: ['memory', 'id'] });
  };
  // The stores are the ones made above: idb knows them by the schema.
  const database = (await wrap(request)) as unknown as OpenDatabase;
  database.addEventListener('close', () => onEnd('closed', name));
  // Another tab brings a newer version, or deletes the database: close for it, and reopen with the next operation.
  database.addEventListener('versionchange', ({ newVersion }) => {
    database.close();
    onEnd(endOfVersion(newVersion), name);
  });
  return database;
}

function toFault(error: unknown): MemoryFault {
  if (error instanceof MemoryFault) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') {
    return broken(
      'quota',
      'The browser has no room left for this memory. Nothing was added. Clear a memory or delete old runs, and run again.',
    );
  }
  if (name === 'VersionError') {
    return broken('version', 'A newer version of Signalbox keeps this memory. Reload all of its tabs.');
  }
  return broken('storage', `The browser’s storage of this memory fails: ${messageOf(error)}. Nothing was changed.`);
}
