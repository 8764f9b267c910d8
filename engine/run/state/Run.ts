import type { Json, JsonObject, Queue, Result } from '../../base/index.ts';
import type { BranchListener } from '../../expression/index.ts';
import type { Call, Effect, MemoryAnswer, ModelCall, RunError } from '../contract/Effect.ts';
import type { SchemaMismatch } from '../contract/mismatch.ts';
import type { Budget, ChildReport, FailureAnswer, RunStarted } from '../contract/RunInput.ts';
import type { Breakpoint, ErrorPause, FilePlan, Pin } from '../contract/RunPlan.ts';
import type { UseResult } from '../contract/UseResult.ts';
import type { Program } from '../program/Program.ts';
import type { RunEvent } from '../trace/RunEvent.ts';
import type { PausedView } from '../trace/RunView.ts';
import type { Activation, Scope } from './Activation.ts';
import type { Continuation, Held, Listener } from './Continuation.ts';
import type { Job } from './Job.ts';
import type { Choice } from './Plan.ts';

/** A memory's `options`, defaults filled in (format.md 9). */
export interface MemoryOptions {
  readonly lastMessages: number;
  readonly recallsBySense: boolean;
  readonly maxResults: number;
  /** The block an agent begins its working memory with; null where it keeps none. */
  readonly workingTemplate: string | null;
}

/** A memory as a run uses it. */
export interface ResolvedMemory {
  readonly id: string;
  /** The seed's object for its backends: templates resolved, `options` whole. */
  readonly data: JsonObject;
  readonly options: MemoryOptions;
}

/** How an attempt failed. */
export interface Failure {
  readonly error: RunError;
  /** The delay before the next attempt that a provider asks for, in ms. */
  readonly retryAfter?: number | null;
  /** The handler that goes before `on_error`: `on_timeout`, `on_validation_error`. */
  readonly choice?: Choice | null;
  /** Output of a failed container; null for others. */
  readonly output?: Json;
  /** True: what failed is inside of it. */
  readonly isFromInside?: boolean;
}

/** A failure about which a person is asked, before the task is retried, or ends with it. */
export interface HeldFailure {
  readonly activation: Activation;
  readonly failure: Failure;
  /** True: no policy retries it, since nothing has run yet. */
  readonly isFinal: boolean;
}

/** Where a task's input does not fit its schema. */
export interface InputMismatch {
  readonly errors: readonly SchemaMismatch[];
  readonly value: Json;
}

/**
 * What files below call in those above them. It is set when a run is created, so that imports lead one way only.
 */
export interface Machine {
  /** Runs a continuation; `result` where it waited for one. */
  resume(run: Run, continuation: Continuation, result?: UseResult): void;
  /** Runs one attempt by the task's type. */
  runTask(run: Run, activation: Activation): void;
  /** The handler of its type that goes before `on_error` where its input does not fit; null: there is none. */
  chooseForInput(run: Run, activation: Activation, found: InputMismatch): Choice | null;
  /** As {@link chooseForInput}, for an error that is pinned. */
  chooseForError(run: Run, activation: Activation, error: RunError): Choice | null;
  /** The choice that a pinned output names, where its type makes one. */
  chooseForOutput(run: Run, activation: Activation, output: Json): Choice | null;
  /** Whether the output of a task is that of what it uses, as it is. */
  givesUseResult(activation: Activation): boolean;
  /** Continues a task whose failure was held. */
  answerFailure(run: Run, held: HeldFailure, answer: FailureAnswer): void;
  /** Continues after a scope in which nothing is left. */
  endScope(run: Run, scope: Scope): void;
  /** Closes the body of an attempt: merges what its parts wrote, returns the output so far, else null. */
  closeBody(activation: Activation): Json;
}

/**
 * A run's private state: plain data besides `program`, `machine` and `onBranch`. Made by `createRun` or `restoreSnapshot`, changed in
 * place by `advance` alone; hosts hold it and read nothing in it.
 */
export interface Run {
  readonly program: Program;
  readonly machine: Machine;
  /** Null: no one asks which ways its expressions go. */
  readonly onBranch: RunBranchListener | null;
  /** Null until `run.started`. */
  started: RunStarted | null;
  input: Json;
  isFinished: boolean;
  /** ms since the epoch: the time of the current input. */
  now: number;
  nextSeq: number;
  lastActivation: number;
  /** The events and effects of the current input so far. */
  events: RunEvent[];
  effects: Effect[];
  /** The scope of the tasks at the top; null until started. */
  top: Scope | null;
  readonly ready: Queue<Job>;
  readonly calls: Map<string, PendingCall>;
  readonly timers: Map<string, PendingTimer>;
  readonly blocked: BlockedTime;
  /** Signals that no wait has taken, oldest first, and the waits for one, by name. */
  readonly signals: Map<string, Json[]>;
  readonly listeners: Map<string, Set<Listener>>;
  /** State of the generator of random numbers. */
  random: number;
  controls: Controls;
  /** Variables with the workflow's own `env` over them; null until first read. */
  env: JsonObject | null;
  readonly warned: Set<string>;
  /** By id, from its first use on. */
  readonly memories: Map<string, MemoryState>;
  /** What its models have used so far, and what they may use in all. */
  spent: { readonly tokens: number; readonly cost: number };
  budget: Budget;
  /** True once what expressions read of memories is asked for. */
  hasReadMemories: boolean;
  /** Outputs of activations at the top that led nowhere, by task id, and how many there were. */
  readonly terminals: Map<string, Json>;
  terminalCount: number;
}

/** Called with the way that a branch of an expression went, and the task that evaluated it; null: the run did. */
export type RunBranchListener = (taskId: string | null, ...branch: Parameters<BranchListener>) => void;

/** What a run was started with; null before that. */
export function readStart({ started }: Run): RunStarted | null {
  return started;
}

/** The cached state of a memory. */
export interface MemoryState {
  readonly resolved: Result<ResolvedMemory, RunError>;
  /** The last answer of its backend, with what the last search found; null before the first. */
  answer: MemoryAnswer | null;
  /** Why it could not be read; null once it could. */
  error: RunError | null;
}

/** The debugger's state: pauses, breakpoints, pins. */
export interface Controls {
  /** Why it is paused; null while it is not. */
  paused: Omit<PausedView, 'next'> | null;
  /** What was last announced as next to start, null for nothing; undefined before the first announcement. */
  announced: Job | null | undefined;
  /** True while the requested step is made. */
  isStepping: boolean;
  /** A step was asked for, and nothing was ready to start. */
  hasStep: boolean;
  /** The activation it stopped before, so that it is not stopped before it again. */
  passed: number | null;
  /** Numbers of events: it pauses once each has happened. Ascending. */
  moments: readonly number[];
  /** The activation at whose breakpoint was last looked, so that it counts once. */
  met: number | null;
  /** How often those that count were met, by place. */
  readonly hits: Map<string, number>;
  /** By place. */
  readonly breakpoints: Map<string, Breakpoint>;
  /** By task id. */
  readonly pins: Map<string, Pin>;
  /** What holds in the runs of other files that it starts, by path. */
  readonly inside: Map<string, FilePlan>;
  /** The task the run ends with. */
  readonly until: string | null;
  /** Which failures pause it. */
  errorPause: ErrorPause;
  /** Whether time passes at once while it only waits. */
  hasVirtualTime: boolean;
  /** Those that are held, in order; the run is paused for the first, unless it was paused before. */
  readonly failures: Queue<HeldFailure>;
  /** What was held back while paused, in order. */
  readonly held: Queue<Held>;
}

/** A call whose outcome has not come; `requestedAt` in ms since the epoch. */
export interface PendingCall {
  readonly activation: Activation;
  /** Whom it asks, when it is a model. */
  readonly model: Pick<ModelCall, 'provider' | 'model'> | null;
  readonly requestedAt: number;
  /** What was asked for. */
  readonly effect: Call;
  /** True: it was not made, since the host lacks something, and is asked for again once the run is resumed. */
  readonly isHeld?: true;
  /** When it was made last, in ms since the epoch; absent where the journal does not hold its intent. */
  readonly sentAt?: number;
  /** Resumed with the outcome. */
  readonly continuation: Continuation;
  /** What the run that it started has reported last; absent where it has started none. */
  readonly child?: ChildReport;
}

/** A timer that has not fired. */
export interface PendingTimer {
  readonly activation: Activation;
  readonly continuation: Continuation;
  /** Where time blocked does not count: when it is due, less the time that the run was blocked before it was set. */
  readonly due?: number;
}

/** How long a run was blocked, since its host lacked something; times in ms. */
export interface BlockedTime {
  /** Up to the last time it was resumed. */
  total: number;
  /** How often. */
  count: number;
  /** Since when it is now; null: it is not. */
  since: number | null;
}
