import type { RunStatus, UsageView } from '#engine/run';

/** How a run on a server is; `queued`: it has not begun. */
export type ServedStatus = RunStatus | 'queued' | 'waiting' | 'paused';

/** A run as a server lists it. Times in ms since the epoch. */
export interface ServedRun {
  readonly runId: string;
  /** Path of its file on the server. */
  readonly path: string;
  readonly status: ServedStatus;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** What started it, such as a schedule; null: a caller of the API. */
  readonly trigger: string | null;
  /** Its error in short; empty without one. */
  readonly failure: string;
  /** How long it was paused or interrupted, in ms; 0 until it has ended, and of a server that does not say. */
  readonly idle: number;
  /** What its models, and those of the runs it started, have used; null until it has ended, where none has answered, and of a server that does not say. */
  readonly usage: UsageView | null;
  /** How many warnings it has; 0 until it has ended, and of a server that does not say. */
  readonly warnings: number;
}

/** What is known of the runs of a server. */
export interface ServedRuns {
  /** The newest first, as they were when it last answered. */
  readonly runs: readonly ServedRun[];
  /** Why it did not answer when it was last asked, or what of its list cannot be read, in a sentence that names it; null: all is well. */
  readonly problem: string | null;
}

/** The server that executes the run on screen. */
export interface ShownServer {
  readonly address: string;
  /** Why nothing comes from it at the moment; null while it is connected. */
  readonly problem: string | null;
  /** True: the server refuses, and is not asked again. */
  readonly isRefused: boolean;
}
