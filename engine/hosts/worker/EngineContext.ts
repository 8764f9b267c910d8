import type { HostPorts, KeyValueStore, MemoryHome } from '../../effects/index.ts';
import type { RunReader } from './exported/RunReader.ts';
import type { RunStore } from './journal/RunStore.ts';
import type { StorageWatch } from './journal/StorageWatch.ts';
import type { Clock } from './platform/clock.ts';
import type { RunLocks } from './platform/locks.ts';
import type { ChannelPort } from './protocol/RunChannel.ts';
import type { SecretDesk } from './workspace/SecretDesk.ts';

/** What the engine needs of its worker. */
export interface EngineContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly locks: RunLocks;
  readonly channel: ChannelPort;
  /** A text no one can guess and no one has had: ids of runs, salts of placeholders. */
  readonly uniqueText: () => string;
  /** Where secrets are set and asked for. */
  readonly secrets: SecretDesk;
  /** What happens to storage from outside. */
  readonly storage: Pick<StorageWatch, 'subscribe'>;
  /** See `lifeLock` in `protocol.ts`. */
  readonly lifeLock: Promise<string | null>;
  /** Where memories are kept, across runs. */
  readonly memory: MemoryHome;
  /** What tools may use beside that: a sandbox for scripts, a place for values. */
  readonly ports: HostPorts;
  /** Files of runs that are no workflows. */
  readonly keptFiles: KeyValueStore;
  /** Recorded with each run. */
  readonly version: string;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** Reads runs from files. */
  readonly reader: RunReader;
}
