import type { HostPorts } from '../../../effects/index.ts';
import type { RunError, RunEvent } from '../../../run/index.ts';
import type { RunStore } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import type { RunLocks } from '../platform/locks.ts';
import type { Variable } from '../protocol/protocol.ts';
import type { ToolRun } from '../workspace/WorkspaceDesk.ts';

/** What executors share. */
export interface LiveContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly locks: RunLocks;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** What the calls of a run may use of this host. */
  readonly portsOf: (run: ToolRun & { readonly runId: string }) => HostPorts;
  readonly onEvents: (runId: string, events: readonly RunEvent[]) => void;
  readonly onTrouble: (runId: string, trouble: RunError | null) => void;
  /** Called when a run which was executed before is resumed here. */
  readonly onHere: (runId: string) => void;
  /** How many events of a run wait to be seen. */
  readonly backlog: (runId: string) => number;
}

/** How a run is resumed. */
export interface ResumeOptions {
  /** The workspace's variables now. */
  readonly variables: readonly Variable[];
  /** True: immediately, though another tab may execute it. */
  readonly steal?: boolean;
}
