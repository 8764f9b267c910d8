/** Where a host keeps the memories of `core:in-memory` and `core:indexeddb`, across its runs. */
export interface MemoryHome {
  /** The platform's IndexedDB; null where there is none. */
  readonly indexedDb: IDBFactory | null;
}
