import type { Vault } from '../effects/index.ts';
import type { HostState, JournalFile, Restoration, RunClock } from '../hosts/node/index.ts';
import type { Workflow } from '../model/index.ts';
import type { Budget } from '../run/index.ts';

/** A run that is ready to execute, with what its execution needs. */
export interface Execution {
  readonly runId: string;
  /** Path of its file, as it was given when it started. */
  readonly file: string;
  readonly workflow: Workflow;
  readonly restored: Restoration;
  /** The state before the events in `restored`; null: they are all of the run. */
  readonly state: HostState | null;
  readonly vault: Vault;
  /** The salt that the placeholders of its secrets are made with. */
  readonly salt: string;
  readonly clock: RunClock;
  /** Null: the run is not saved. */
  readonly journal: JournalFile | null;
  readonly budget: Budget;
  /** The guessable secrets that the earlier run used whose results it reuses. */
  readonly reused: ReadonlySet<string>;
  /** True: it resumes after a pause, or with another budget. */
  readonly isResumed: boolean;
  /** False: it had begun before. */
  readonly isNew: boolean;
}
