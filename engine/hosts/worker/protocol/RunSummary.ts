import type { Json } from '../../../base/index.ts';
import type { ParentRun, RunError, RunEvent, RunStatus, UsageView } from '../../../run/index.ts';

/** What an unfinished run waits for: the end of a pause, signals, times. Empty where it waits for nothing. */
export interface RunWait {
  /** Set while it is paused: the reason. */
  readonly paused?: Extract<RunEvent, { readonly type: 'run.paused' }>['reason'];
  /** Set while it is not paused and waits for a signal: the name of the signal. */
  readonly signal?: string;
  /** Set with it: how many of its tasks wait for a signal. */
  readonly waits?: number;
  /** True while it is not paused, and nothing is under way in it or in the runs that it has started but waits. */
  readonly isIdle?: boolean;
}

/** One row of the history. The fields of {@link RunWait} are set only for runs that are executed here, and never stored. */
export interface RunSummary extends RunWait {
  readonly runId: string;
  readonly path: string;
  readonly name: string | null;
  /** `interrupted`: its worker has ended and the run has not. */
  readonly status: RunStatus | 'interrupted';
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** How long it was paused or interrupted, in ms; absent where it never was, and until it has ended. */
  readonly idle?: number;
  /** How much of its time passed at once, in ms, since it has virtual time; absent where none did. */
  readonly passed?: number;
  /** What its models, and those of the runs it started, have used; absent until it has ended, and where none answered. */
  readonly usage?: UsageView;
  /** Why it failed, in short: the code and the message of its error, at most 200 characters. */
  readonly failure?: string;
  /** How often it warned; absent until it has ended, and where it never did. */
  readonly warnings?: number;
  readonly simulate: boolean;
  /** True when any result in it was simulated (the `mock` provider, a simulated run). */
  readonly simulated: boolean;
  /** True: it is never pruned. */
  readonly isKept?: boolean;
  /** True: it was imported from a file. It can be viewed and forked, but not resumed. */
  readonly isImported?: boolean;
  /** Names of the secrets it used that are short enough to be guessed from its data. */
  readonly exposed?: readonly string[];
  /** The name of the file that it, or a run it was forked from, was imported from: nothing in such a run is trusted. */
  readonly importedFrom?: string;
  /** The run it was forked from. */
  readonly forkedFrom?: string;
  /** The run that started it by `core:workflow`, the call, and the outermost run; absent where a person started it. */
  readonly parent?: ParentRun;
  /** Why an interrupted run is not resumed automatically (`REPLAY_MISMATCH`). */
  readonly problem?: RunError;
  /** Why its checkpoint was not used when it was last resumed, so that all of its journal was read. */
  readonly restoreNote?: string;
}

/** A filter of the history; an absent field matches all rows. */
export interface RunQuery {
  /**
   * Only the runs that this run has started itself, by its id; absent: only runs that no other run has started. Many of
   * them start at the same time: they are not read page by page.
   */
  readonly parent?: string;
  readonly path?: string;
  readonly status?: RunStatus;
  /** Only runs that started before this, in ms since the epoch: the next page. */
  readonly before?: number;
  readonly limit?: number;
}

/** A run with its text and its events, which are replayed from its journal. */
export interface RunRecord extends RunSummary {
  readonly source: string;
  readonly input: Json;
  /** The texts it imports, by path; only of a run that was imported from a file. */
  readonly files?: ReadonlyMap<string, string>;
  readonly events: readonly RunEvent[];
  /** True: another tab executes it. */
  readonly isElsewhere?: boolean;
  /** Its time as this was read, in ms since the epoch; only of a run that is executed here. With virtual time it is ahead of the wall clock. */
  readonly clock?: number;
}
