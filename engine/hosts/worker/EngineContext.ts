import type { createPerformer, HostPorts, KeyValueStore, MemoryHome } from '../../effects/index.ts';
import type { RunReader } from './exported/RunReader.ts';
import type { RunStore } from './journal/RunStore.ts';
import type { StorageWatch } from './journal/StorageWatch.ts';
import type { Clock } from './platform/clock.ts';
import type { RunLocks } from './platform/locks.ts';
import type { ChannelPort } from './protocol/RunChannel.ts';
import type { SecretBroker } from './workspace/SecretBroker.ts';

/** What the worker provides for its engine. */
export interface EngineContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly locks: RunLocks;
  readonly channel: ChannelPort;
  /** A unique and unguessable text: for ids of runs and salts of placeholders. */
  readonly uniqueText: () => string;
  /** The secrets, and the questions about them. */
  readonly secrets: SecretBroker;
  /** Reports on storage that was deleted or closed from outside. */
  readonly storage: Pick<StorageWatch, 'subscribe'>;
  /** See `lifeLock` in `protocol.ts`. */
  readonly lifeLock: Promise<string | null>;
  /** The storage of memories, across runs. */
  readonly memory: MemoryHome;
  /** What tools may use besides: a sandbox for scripts, a store for values. */
  readonly ports: HostPorts;
  /** The store of files that runs write and that are not workflows. */
  readonly keptFiles: KeyValueStore;
  /** Recorded with each run. */
  readonly version: string;
  /** Instead of that of `effects`. */
  readonly createPerformer?: typeof createPerformer;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** Reads runs from files. */
  readonly reader: RunReader;
}
