import type { StorageReason } from '../platform/storageReason.ts';

/** The stores of the engine on this device: the history, the values of `core:kv`, files of runs, memories, secrets. */
export type EngineStore = 'runs' | 'values' | 'files' | 'memories' | 'secrets';

/**
 * What happened to a store while the engine was open: `gone`, it was deleted with all its data; `outdated`, a newer version
 * of the app has upgraded it; `unavailable`, the browser fails to read it.
 */
export interface StorageReport {
  readonly store: EngineStore;
  readonly reason: Extract<StorageReason, 'gone' | 'outdated' | 'unavailable'>;
}
