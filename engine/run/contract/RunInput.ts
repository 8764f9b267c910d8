import type { Json, JsonObject } from '../../base/index.ts';
import type { Outcome, RunError } from './Effect.ts';
import type { Breakpoint, ErrorPause, Pin, RunPlan } from './RunPlan.ts';

/** Everything that ever reaches a run, journaled in this order; `at` is ms since the epoch by the host's clock, never less than the one before. */
export type RunInput =
  | RunStarted
  | { readonly type: 'run.continued'; readonly at: number }
  | { readonly type: 'effect.started'; readonly at: number; readonly key: string }
  | { readonly type: 'effect.completed'; readonly at: number; readonly key: string; readonly outcome: Outcome }
  /** A host continues a run that has not ended, and whose last input came at `since`. Fed before anything else. */
  | { readonly type: 'run.interrupted'; readonly at: number; readonly since: number; readonly cause: InterruptionCause }
  /** A pending call that was under way at an interruption is made once more now. */
  | { readonly type: 'effect.repeated'; readonly at: number; readonly key: string; readonly by: RepeatReason }
  /** A pending call of `core:workflow` has started a run, or that run has used more than was reported before. */
  | { readonly type: 'child.reported'; readonly at: number; readonly key: string; readonly child: ChildReport }
  | { readonly type: 'timer.fired'; readonly at: number; readonly id: string }
  | { readonly type: 'signal.received'; readonly at: number; readonly name: string; readonly payload: Json }
  /** A host did not take a signal, because of `error` (`checkSignal`): it is told, and changes nothing else. */
  | { readonly type: 'signal.refused'; readonly at: number; readonly name: string; readonly error: RunError }
  /** Nothing new starts until `run.resumed`: no task, no attempt, no call, no timer. What is in flight ends and is recorded. */
  | {
      readonly type: 'run.paused';
      readonly at: number;
      readonly reason: PauseReason;
      /** With reason `child`: id of the run that was started by this one and has stopped. */
      readonly child?: string;
      /** With reason `child` or `parent`: the host of that run lacks something, so that the time does not count here either. */
      readonly blocked?: boolean;
    }
  /** `budget`: what the run may spend in all from now on, as the user has raised it. */
  | { readonly type: 'run.resumed'; readonly at: number; readonly budget?: Budget }
  /** While paused: one task starts, or one held step resumes. */
  | { readonly type: 'run.stepped'; readonly at: number }
  /** Sets or removes the breakpoint at its place; `file`: in the runs of another file that this one starts, however deep. */
  | {
      readonly type: 'breakpoint.set';
      readonly at: number;
      readonly breakpoint: Breakpoint;
      readonly isSet: boolean;
      readonly file?: string;
    }
  /** From now on the task answers with the pin; null: it runs again. `file` as of a breakpoint. */
  | {
      readonly type: 'output.pinned';
      readonly at: number;
      readonly taskId: string;
      readonly pin: Pin | null;
      readonly file?: string;
    }
  /** While paused: another input for an activation that has not started, or another output for one that has succeeded. */
  | {
      readonly type: 'value.edited';
      readonly at: number;
      readonly activation: number;
      readonly target: 'input' | 'output';
      readonly value: Json;
    }
  /** From now on these failures pause it, and the runs that it starts. */
  | { readonly type: 'errorPause.set'; readonly at: number; readonly pauses: ErrorPause }
  /** Says what becomes of a task whose failure is held; the run resumes where it was paused for it. */
  | {
      readonly type: 'failure.answered';
      readonly at: number;
      readonly activation: number;
      readonly answer: FailureAnswer;
    }
  /** From now on time passes at once while the run, and those that it starts, do nothing but wait; or as it does. */
  | { readonly type: 'virtualTime.set'; readonly at: number; readonly isOn: boolean }
  /** Nothing was under way, so the clock was put forward by `by` ms to `at`, when the timer `id` is due; null: it is of another run of the family. */
  | { readonly type: 'time.passed'; readonly at: number; readonly by: number; readonly id: string | null }
  /** What a step waits for by the clock is due now, since a person does not want to wait for it. */
  | { readonly type: 'wait.skipped'; readonly at: number; readonly activation: number }
  /**
   * While the call `key` asks a model: what message `index` of its request says from now on, or its system prompt (null). The
   * model is asked again, with that.
   */
  | {
      readonly type: 'message.edited';
      readonly at: number;
      readonly key: string;
      readonly index: number | null;
      readonly content: string;
    }
  | { readonly type: 'run.cancelled'; readonly at: number };

/**
 * What becomes of a failure that is held: another attempt, with another input where one is given; a success with this output; or
 * the error as it is, which is then retried and handled as usual.
 */
export type FailureAnswer =
  | { readonly as: 'retry'; readonly input?: Json }
  | { readonly as: 'success'; readonly output: Json }
  | { readonly as: 'error' };

/**
 * Why a host pauses a run: it was asked to, its storage fails, its budget is spent, the run that started it is paused, one
 * that it started has stopped at a breakpoint, or below it one has, or a person is asked whether calls that were cut off are
 * made again.
 */
export type PauseReason = 'asked' | 'storage' | 'budget' | 'parent' | 'child' | 'interrupted';

/** How a run was interrupted. `closed`: paused, with nothing under way; `lost`: its host ended; `taken`: another host took it over. */
export type InterruptionCause = 'closed' | 'lost' | 'taken';

/**
 * Why a call that was cut off may be made again. `safe`: it changes nothing outside of what is kept on this device; `key`: the
 * other side knows it by its idempotency key; `policy`: the run or the tool says so; `person`: one was asked.
 */
export type RepeatReason = 'safe' | 'key' | 'policy' | 'person';

/** What a run's models may take in all before it pauses; what is absent has no bound. */
export interface Budget {
  /** Tokens to and from models. */
  readonly tokens?: number;
  /** In the currency of the prices. */
  readonly cost?: number;
}

/** What a model costs, for a million tokens to it and from it. */
export interface ModelPrice {
  readonly provider: string;
  readonly model: string;
  readonly input: number;
  readonly output: number;
}

/** The first input of every run, which holds everything the run depends on. `at` in ms since the epoch. */
export interface RunStarted {
  readonly type: 'run.started';
  readonly at: number;
  readonly runId: string;
  readonly input: Json;
  /** Seeds jitter, `uuid()` and mock answers. An unsigned 32-bit integer. */
  readonly seed: number;
  /** Variables of the workspace; a secret's value is a placeholder made by the host. */
  readonly env: JsonObject;
  readonly simulate: boolean;
  /** Version of the engine that recorded it. */
  readonly engine: string;
  /** Name of the file, used for `workflow.name` where the text gives none. */
  readonly file: string;
  /** Absent in a run that no other one started. */
  readonly parent?: ParentRun;
  /** Absent in a usual run. */
  readonly plan?: RunPlan;
  /** What it may spend; the run pauses when it is passed, and what it then has is kept. */
  readonly budget?: Budget;
  /** What models cost, as the host knew at the start; of others the cost stays unknown. */
  readonly prices?: readonly ModelPrice[];
}

/** The usage of models. */
export interface UsageView {
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Of the answers whose price is known, in the currency of the prices; null where none is. */
  readonly cost: number | null;
  /** Answers whose price is not known: where it is above 0, `cost` is incomplete. */
  readonly unpriced: number;
}

/** A run that a call of `core:workflow` started. */
export interface ChildReport {
  readonly runId: string;
  /** Path of its workflow in the workspace. */
  readonly file: string;
  /** What its models, and those of the runs it started, have used so far in all; absent while none has answered. */
  readonly usage?: UsageView;
}

/** The run that started another one by `core:workflow`, and where. */
export interface ParentRun {
  readonly runId: string;
  /** Key of the call: `run/task/activation/attempt/step`. */
  readonly key: string;
  /** Id of the outermost run, whose budget is that of all runs below it. */
  readonly root: string;
  /** Files of the runs around it, the outermost first: as many as it is deep. */
  readonly files: readonly string[];
}
