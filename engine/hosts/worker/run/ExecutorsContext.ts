import type { HostPorts } from '../../../effects/index.ts';
import type { RunError, RunEvent } from '../../../run/index.ts';
import type { RunStore } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import type { RunLocks } from '../platform/locks.ts';
import type { Variable } from '../protocol/protocol.ts';
import type { PortsOptions } from '../workspace/WorkspacePorts.ts';

/** What all executors share. */
export interface ExecutorsContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly locks: RunLocks;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** The ports of this host for the calls of a run. */
  readonly portsOf: (run: PortsOptions & { readonly runId: string }) => HostPorts;
  readonly onEvents: (runId: string, events: readonly RunEvent[]) => void;
  readonly onTrouble: (runId: string, trouble: RunError | null) => void;
  /** Called when a run that was executed before is resumed here. */
  readonly onResumedHere: (runId: string) => void;
  /** How many events of a run wait to be sent to the page. */
  readonly backlog: (runId: string) => number;
}

/** How a run is resumed. */
export interface ResumeOptions {
  /** The current variables of the workspace. */
  readonly variables: readonly Variable[];
  /** True: immediately, even if another tab executes it. */
  readonly steal?: boolean;
}
