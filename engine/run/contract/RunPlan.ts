import type { Json, JsonObject } from '../../base/index.ts';
import type { RunError } from './Effect.ts';

/** Where a run pauses, or says something: before a task starts, or once an edge is taken. */
export interface Breakpoint {
  /** A task's id, or an edge's id as the graph has it (`a>on_success>b`). */
  readonly at: { readonly task: string } | { readonly edge: string };
  /** An expression, bare or a template, that must be true; null pauses always. `input` is what was passed on. */
  readonly condition: string | null;
  /** Of the times that it is met in a run, counted from 1: only the one of this number, or every so many. Absent: each. */
  readonly hits?: { readonly kind: 'at' | 'every'; readonly count: number };
  /** A text with templates that is written to the run's events in place of pausing. */
  readonly log?: string;
}

/**
 * A result a task gets in place of running: `pinned` by the user, `mocked` for a test, `reused` from an earlier run.
 * It is marked as such wherever it is shown.
 */
export type Pin = {
  readonly kind: PinKind;
} & ({ readonly output: Json } | { readonly error: RunError });

export type PinKind = 'pinned' | 'mocked' | 'reused';

/** How a task ended in an earlier run. Times in ms since the epoch. */
export interface ReusedTask {
  readonly taskId: string;
  readonly status: 'success' | 'error' | 'cancelled';
  readonly input: Json;
  readonly output: Json;
  readonly error: RunError | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly retryCount: number;
  /** What the agent or tool it used gave it; absent: its output. */
  readonly used?: Json;
}

/** What a call of `core:workflow` was answered with in an earlier run. */
export interface ReusedAnswer {
  readonly output: Json;
  readonly simulated: boolean;
  /** The run that was started then. */
  readonly runId: string;
  /** Path of its workflow in the workspace. */
  readonly file: string;
}

/** The task a run begins with, and its data. */
export interface RunFrom {
  readonly taskId: string;
  /** Its whole input; absent: built as usual, from its `with` and `arrival`. */
  readonly input?: Json;
  /** What the handler that led here passed on, in the earlier run. */
  readonly arrival?: { readonly with: JsonObject; readonly event: Json; readonly error: RunError | null };
  /** Roots that a container around the task would give: `item`, `index`, … */
  readonly roots?: JsonObject;
}

/** Which failures of tasks pause a run: those that nothing in the workflow takes care of, or all of them. */
export type ErrorPause = 'off' | 'unhandled' | 'all';

/** What is set on the tasks of a file. */
export interface FilePlan {
  readonly breakpoints?: readonly Breakpoint[];
  /** By task id. */
  readonly pins?: Readonly<Record<string, Pin>>;
}

/** How a run differs from a full one. Everything is absent for a full run. */
export interface RunPlan {
  /** A task inside a container may be named only where the run ends with it. */
  readonly from?: RunFrom;
  /** The run ends when this task has ended, before what follows it; the first time, inside a loop or a container. */
  readonly until?: string;
  /** Results that expressions read as if the tasks had run in this run; later ones over earlier ones. */
  readonly reuse?: readonly ReusedTask[];
  /** By task id. */
  readonly pins?: Readonly<Record<string, Pin>>;
  readonly breakpoints?: readonly Breakpoint[];
  /** Holds in runs that it starts, too; absent: `off`. */
  readonly pauseOnError?: ErrorPause;
  /** Time passes at once while it only waits, and in runs that it starts; absent: false. */
  readonly virtualTime?: boolean;
  /** What holds in the runs of other files that it starts, however deep, by path in the workspace. */
  readonly inside?: Readonly<Record<string, FilePlan>>;
  /**
   * The plans of runs that its calls of `core:workflow` start, by the place of the call (`formatCallPlace`). Each holds the
   * first time that its place is reached, in all attempts.
   */
  readonly children?: Readonly<Record<string, RunPlan>>;
  /** What such calls answer in place of starting a run, by their place, as long as a plan there would hold. */
  readonly answers?: Readonly<Record<string, ReusedAnswer>>;
  /**
   * What items of collections gave in an earlier run, in place of running: by the place of the collection (`formatCallPlace`), then by the
   * item's index, from 0. They hold the first time that the place is reached; handlers for items are not called for them.
   */
  readonly items?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** True: paused before the first task. */
  readonly isPaused?: boolean;
  /** Pauses before the activation of this number begins: to look into a run that was recorded. */
  readonly pauseBefore?: number;
  /** Pauses once the event of this number, or of each of these, has happened, before anything new starts. */
  readonly pauseAfter?: number | readonly number[];
}
