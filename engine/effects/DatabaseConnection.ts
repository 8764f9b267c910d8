import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';
import { endOfVersion, type OnDatabaseEnd } from './DatabaseEnd.ts';

/** A database of the browser. */
interface DatabaseOptions<Schema extends DBSchema> {
  readonly name: string;
  readonly version: number;
  readonly upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>;
  readonly onEnd: OnDatabaseEnd;
  /** Opens it, more often than once where that fails; absent: once. */
  readonly retry?: <T>(open: () => Promise<T>) => Promise<T>;
}

/** The connection to a database: opened on first use, and again once it has ended. */
export class DatabaseConnection<Schema extends DBSchema> {
  readonly #options: DatabaseOptions<Schema>;
  #opening: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(options: DatabaseOptions<Schema>) {
    this.#options = options;
  }

  /** Rejects with what the browser says. */
  open(): Promise<IDBPDatabase<Schema>> {
    if (this.#opening !== null) return this.#opening;
    const { name, version, upgrade, onEnd, retry = (once) => once() } = this.#options;
    const opening = retry(async () => {
      // Some private windows have no IndexedDB.
      if ((globalThis.indexedDB ?? null) === null)
        throw new DOMException('There is no IndexedDB here', 'NotAllowedError');
      return openDB<Schema>(name, version, {
        upgrade,
        // A database is deleted or upgraded only once every connection is closed: this one closes for that.
        blocking: (_current, next) => {
          this.#forget(opening);
          void opening.then((database) => database.close());
          onEnd(endOfVersion(next), name);
        },
        terminated: () => {
          this.#forget(opening);
          onEnd('closed', name);
        },
      });
    });
    this.#opening = opening;
    opening.catch(() => this.#forget(opening));
    return opening;
  }

  /** Does work on the open connection; on another one where it was closed meanwhile. */
  async use<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    const opening = this.open();
    try {
      return await work(await opening);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      this.#forget(opening);
      return work(await this.open());
    }
  }

  #forget(opening: Promise<IDBPDatabase<Schema>>): void {
    if (this.#opening === opening) this.#opening = null;
  }
}
