import type { Json, Result } from '../base/index.ts';
import type { ParentRun, RunError, RunEvent, UsageView } from '../run/index.ts';
import type { KeepConfig, LimitRule } from '../serveConfig/index.ts';
import type { Diagnostic } from '../text/index.ts';

/**
 * What a server does with runs, whichever host executes them: the port between its HTTP interface and an adapter (one
 * process with a folder of journals, or a cluster). No method throws for what a caller did; a rejection is a defect, but for an
 * {@link UnreadableError}: what is kept of a run cannot be read, and for an `UnreachableError`: with that each of them may reject.
 */
export interface RunService {
  /** Starts a run, or finds the one with its id. Durable once this resolves. */
  start(request: RunStart): Promise<Result<StartedRun, ServiceRefusal>>;
  get(runId: string): Promise<ServedRun | null>;
  /** The workflow of the outermost run around a run, which is its own where no other run has started it; null: there is no such run. */
  rootWorkflow(runId: string): Promise<string | null>;
  /**
   * The newest first, without those that other runs have started; a page of a query with a text may have fewer than asked for, or none,
   * and others after it. Null where the cursor is not one of a page. Rejects with an `UnsupportedError` where texts are not looked for.
   */
  list(query: ServedRunQuery): Promise<ServedRunPage | null>;
  /** Events after a position, at most `limit`; positions count from 1, so that 0 gives the first ones. Null where there is no such run. */
  events(runId: string, page: { readonly after: number; readonly limit: number }): Promise<EventPage | null>;
  /** Calls `onChange` when a run has new events or another status, until `signal` aborts. The caller then reads them by {@link events}. */
  watch(runId: string, onChange: () => void, signal: AbortSignal): void;
  /** The run as it is once it has ended, or when `signal` aborts; null where there is no such run. */
  untilEnded(runId: string, signal: AbortSignal): Promise<ServedRun | null>;
  control(runId: string, control: RunControl): Promise<Result<ServedRun, ServiceRefusal>>;
  /** Starts the workflow of a run that has failed or was cancelled once more, with its input. Asked again, it finds the run that was started. `depth`: as in {@link RunStart}. */
  retry(runId: string, by: string | null, depth?: number): Promise<Result<StartedRun, ServiceRefusal>>;
  /** Removes a run that has ended, with all that is kept of it; null once it is gone. Its id is free then. Rejects with an `UnsupportedError` where runs are kept elsewhere. */
  remove(runId: string): Promise<ServiceRefusal | null>;
  /** The journal as the command line writes it, in chunks of text; null where there is no such run. */
  journal(runId: string): Promise<AsyncIterable<string> | null>;
  /** The workflows of the folder, by name. */
  workflows(): Promise<readonly ServedWorkflow[]>;
  /** Every wait for a signal of every unfinished run, or of those whose outermost run is of some workflows; the oldest first. */
  waits(within?: WorkflowTest): Promise<readonly OpenWait[]>;
  state(): ServiceState;
  /** What it allows its runs, and how much of that is taken; null: a cluster decides about it, or it is about more than may be seen. */
  load(): ServiceLoad | null;
  /** Takes no more starts, records what is under way, and resolves when nothing is, at the latest after `within` ms. Loses nothing. */
  drain(within: number): Promise<void>;
}

/** Whether a workflow is one of those that are meant. */
export type WorkflowTest = (workflow: string) => boolean;

export interface RunStart {
  /** The path of a file in the folder without `.yaml`. */
  readonly workflow: string;
  readonly input: Json;
  /** The same id starts the same run only once: letters, digits, `.`, `_` and `-`, at most 128. Absent: a new one. */
  readonly runId?: string;
  /** The id of the run where `runId` is absent, which no other run has: it is not looked for. Absent: one that the service makes. */
  readonly newId?: string;
  /** What started it, as a person reads it: `schedule nightly`, `webhook /orders`. Absent: a caller of the API. */
  readonly trigger?: string;
  /** How many runs have led to it, each by asking this server for the next; absent: it comes from outside. */
  readonly depth?: number;
}

export interface StartedRun {
  readonly run: ServedRun;
  /** False: a run with this id was there. */
  readonly isNew: boolean;
}

/** As on the command line, and: `queued`, it has not begun; `waiting`, nothing is under way but waits for signals or times. */
export type ServedStatus = 'queued' | 'running' | 'waiting' | 'paused' | 'success' | 'error' | 'cancelled';

/** What lists tell of a run once it has ended; all null until then, and where a version before this one has ended it. */
export interface RunFigures {
  /** What its models, and those of the runs it started, have used; null where none has answered. */
  readonly usage: UsageView | null;
  /** How long it was paused or interrupted, in ms. */
  readonly idle: number | null;
  /** How many warnings it has; one of a run that it started counts as one of its own. */
  readonly warnings: number | null;
}

/** A run as the API shows it, also one that another run has started. Secrets are masked. */
export interface ServedRun extends RunFigures {
  readonly id: string;
  readonly workflow: string;
  readonly status: ServedStatus;
  readonly output: Json;
  readonly error: RunError | null;
  /** Times in ms since the epoch; null: not yet. */
  readonly queuedAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly trigger: string | null;
  readonly parent: ParentRun | null;
  /** Why it is paused, in words; null where it is not. */
  readonly paused: string | null;
  /** As in {@link RunStart}. */
  readonly depth?: number;
}

/** A run as lists have it: what is bounded, whatever it gave back. Its error is cut, and so is the reason of its pause. */
export interface ServedRunHead extends Omit<ServedRun, 'output'> {
  /** The beginning of its output as JSON, at most 200 characters; null: it has none. */
  readonly preview: string | null;
  /** How long all of its output is as JSON, in characters; null: it has no output. */
  readonly size: number | null;
  /** Why a part of this is missing, in words; null: nothing is. */
  readonly unread: string | null;
}

/** Which runs are meant: those that fit all that is said. */
export interface RunFilter {
  readonly workflow?: string;
  /** Of these workflows alone: nothing about others can be seen in the cursors of its pages. */
  readonly within?: WorkflowTest;
  readonly status?: ServedStatus;
  /** Any of these; with `status`, that alone. */
  readonly among?: readonly ServedStatus[];
  /** A text in the beginning of their input as JSON, whatever its case. */
  readonly text?: string;
  /** Started at this time or later, and before that one, in ms since the epoch. */
  readonly since?: number;
  readonly until?: number;
}

export interface ServedRunQuery extends RunFilter {
  /** The `next` of the page before. */
  readonly cursor?: string;
  /** Ended at this time or later, in ms since the epoch. */
  readonly endedSince?: number;
  /** 1 to 200. */
  readonly limit: number;
}

export interface ServedRunPage {
  readonly runs: readonly ServedRunHead[];
  /** Null: there are no more. */
  readonly next: string | null;
}

export interface EventPage {
  readonly events: readonly { readonly position: number; readonly event: RunEvent }[];
  /** True: the run has ended, and no event follows these. */
  readonly isLast: boolean;
}

export type RunControl =
  | { readonly type: 'signal'; readonly name: string; readonly payload: Json }
  | { readonly type: 'pause' }
  /** What a step waits for by the clock is due now; a warning among the events where it waits for no time, or the run is paused. */
  | { readonly type: 'skip'; readonly activation: number }
  /** `repeat`: whether calls that may have arrived before the run was cut off are made again; without it, a run that asks stays paused (`undecided`). */
  | { readonly type: 'resume'; readonly repeat?: 'yes' | 'no' }
  | { readonly type: 'cancel' };

export interface ServedWorkflow {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  /** JSON Schema of its input; null: any object. */
  readonly input: Json;
  /** False: it has errors and cannot be started. */
  readonly isValid: boolean;
  /** SHA-256 of its text, in hex. */
  readonly digest: string;
}

/** A task that waits for a signal. */
export interface OpenWait {
  readonly runId: string;
  readonly workflow: string;
  readonly task: string;
  readonly signal: string;
  readonly since: number;
  /** When it gives up, in ms since the epoch; null: never. */
  readonly until: number | null;
  readonly title: string | null;
  readonly description: string | null;
  /** JSON Schema of the payload; null: any value. */
  readonly schema: Json;
}

export interface ServiceState {
  /** Why it cannot take or record runs, in words; null: it can. */
  readonly problem: string | null;
  readonly isDraining: boolean;
  readonly queued: number;
  readonly active: number;
  readonly waiting: number;
}

/** Why something was not done. */
export type ServiceRefusal =
  | { readonly type: 'unknownRun' | 'unknownWorkflow' | 'ended' | 'draining' | 'full'; readonly message: string }
  /** No one has decided whether calls that were cut off are made again: a resume says so. */
  | { readonly type: 'undecided'; readonly message: string }
  /** Another run has started it, and is what is paused, resumed and cancelled. */
  | { readonly type: 'inside'; readonly message: string }
  /** Too many runs have led to it. */
  | { readonly type: 'deep'; readonly message: string }
  /** It is removed once it has ended. */
  | { readonly type: 'notEnded'; readonly message: string }
  /** The run does not take it as it is now. */
  | { readonly type: 'busy'; readonly message: string }
  /** Another start had the same id and other contents. */
  | { readonly type: 'conflict'; readonly message: string }
  /** The file has errors. */
  | { readonly type: 'check'; readonly message: string; readonly diagnostics: readonly Diagnostic[] }
  /** An input or a payload breaks its schema. */
  | { readonly type: 'invalid'; readonly message: string; readonly error: RunError }
  /** The disk is full, read-only, or gone. */
  | { readonly type: 'storage'; readonly message: string };

/** How many unfinished runs there are, without those that other runs have started. */
interface RunCounts {
  readonly active: number;
  /** Not begun, also those that somebody has paused before. */
  readonly queued: number;
}

/** The unfinished runs of a workflow. */
export interface WorkflowLoad extends RunCounts {
  readonly workflow: string;
  /** Begun, and only waiting for signals or times, or for their turn to continue. */
  readonly waiting: number;
  /** Begun, and paused. */
  readonly paused: number;
  /** How many starts were refused since the server began, since there was no room in the queue. */
  readonly refused: number;
}

/** A rule of `limits`, and how much of it is taken. */
export interface RuleLoad extends RunCounts {
  readonly rule: LimitRule;
}

/** What a server allows its runs, and how much of that is taken. */
export interface ServiceLoad extends RunCounts {
  /** How many may be active, and queued, of all workflows together. */
  readonly most: RunCounts;
  /** Those with unfinished runs, or refused starts; by name. */
  readonly workflows: readonly WorkflowLoad[];
  /** In the order of the configuration. */
  readonly rules: readonly RuleLoad[];
  /** Which runs are kept once they have ended; null: all of them. */
  readonly keep: KeepConfig | null;
}
