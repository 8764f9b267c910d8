import type { Json } from '../../base/index.ts';
import type { EdgeVia } from '../../model/index.ts';
import type { Missing, RunError } from '../contract/Effect.ts';
import type { ChildReport, InterruptionCause, PauseReason, RepeatReason } from '../contract/RunInput.ts';
import type { Breakpoint, PinKind, ReusedTask } from '../contract/RunPlan.ts';

/** The status of a run. */
export type RunStatus = 'running' | 'success' | 'error' | 'cancelled';

/** The seed's `running`, `success`, `error`, and more. */
export type TaskStatus = 'pending' | 'running' | 'waiting' | 'retrying' | 'success' | 'error' | 'skipped' | 'cancelled';

/**
 * What happened, in order: everything the user can watch. A trace of events is equal on every host for the same
 * inputs. `seq` counts from 0; `at` is ms since the epoch. `activation` is unique in the run and counts from 1.
 */
export type RunEvent = { readonly seq: number; readonly at: number } & RunEventBody;

/** An event without its number and time. */
export type RunEventBody =
  | { readonly type: 'run.started'; readonly runId: string; readonly input: Json; readonly simulate: boolean }
  | {
      readonly type: 'run.finished';
      readonly status: Exclude<RunStatus, 'running'>;
      readonly output: Json;
      readonly error: RunError | null;
    }
  /** Emitted again whenever another task is the next one. `next` starts first on resume; null while only calls are in flight. */
  | {
      readonly type: 'run.paused';
      readonly reason: PauseReason | 'breakpoint' | 'step' | 'error' | 'missing';
      readonly breakpoint: Breakpoint | null;
      /** With reason `error`: the failure that is held. `attempt` is 0 where it has not begun one. */
      readonly failed?: ActivationRef & { readonly error: RunError; readonly attempt: number };
      /** With reason `missing`: what the host lacks for a call of this step, in words too. */
      readonly missing?: ActivationRef & Missing & { readonly message: string };
      /** With reason `child`: id of the run inside that has stopped. */
      readonly child?: string;
      readonly next: (ActivationRef & { readonly passed: Json }) | null;
    }
  | { readonly type: 'run.resumed' }
  /** A host continued the run, in which nothing had happened since `since` (ms since the epoch); with the calls that waited for an outcome. */
  | {
      readonly type: 'run.interrupted';
      readonly since: number;
      readonly cause: InterruptionCause;
      readonly calls: readonly CutOffCall[];
    }
  /** A result of an earlier run is used for this task. */
  | (ActivationRef & ReusedTask & { readonly type: 'task.reused' })
  /** A signal was not taken, because of `error`; without what came with it. `taskId`: the task whose schema it breaks, if known. */
  | { readonly type: 'signal.refused'; readonly name: string; readonly taskId: string | null; readonly error: RunError }
  /** A person did not want to wait: what comes next came at once. */
  | (ActivationRef & { readonly type: 'wait.skipped'; readonly what: SkippedWait })
  /** Nothing was under way but waits: `by` ms passed at once until that of this step was over, or (null) that of one in another run of the family. */
  | { readonly type: 'time.passed'; readonly by: number; readonly step: ActivationRef | null }
  /** A person changed what message `index` of a request to a model says, or its system prompt (null): the call is replaced by the next one. */
  | (ActivationRef & {
      readonly type: 'message.edited';
      readonly key: string;
      readonly index: number | null;
      readonly content: string;
    })
  /** The user changed a value of a paused run. */
  | (ActivationRef & { readonly type: 'value.edited'; readonly target: 'input' | 'output'; readonly value: Json })
  /** Queued behind another activation or a concurrency limit, or held by a join. */
  | (ActivationRef & {
      readonly type: 'task.queued';
      readonly parent: number | null;
      readonly operation: Operation | null;
    })
  /** Follows `task.queued`, or comes alone where the task did not wait. */
  | (ActivationRef & {
      readonly type: 'task.started';
      readonly parent: number | null;
      readonly operation: Operation | null;
      readonly input: Json;
    })
  /** Attempt 1 is the first run; retries count on from there. */
  | (ActivationRef & { readonly type: 'task.attempt'; readonly attempt: number })
  /** `attempt` is the one to come, `attempts` how many there can be at most, the first run included. */
  | (ActivationRef & {
      readonly type: 'task.retrying';
      readonly attempt: number;
      readonly attempts: number;
      readonly delay: number;
      readonly until: number;
      readonly error: RunError;
      /** Set where a person asked for it, whatever the policy says. */
      readonly by?: 'person';
    })
  | (ActivationRef & {
      readonly type: 'task.waiting';
      /** `signal NAME`, `condition` or `delay`. */
      readonly reason: string;
      readonly until: number | null;
      /** What is asked of whoever sends the signal, where the task says it. */
      readonly title?: string;
      readonly description?: string;
    })
  | (ActivationRef & {
      readonly type: 'task.progress';
      readonly done: number;
      readonly total: number;
      readonly failed: number;
    })
  | (ActivationRef & {
      readonly type: 'task.succeeded';
      readonly output: Json;
      readonly duration: number;
      readonly retryCount: number;
      readonly simulated: boolean;
      /** Set when it did not run: the kind of pin it answered with. */
      readonly pinned?: PinKind;
    })
  | (ActivationRef & {
      readonly type: 'task.failed';
      readonly error: RunError;
      readonly output: Json;
      readonly duration: number;
      readonly retryCount: number;
      readonly pinned?: PinKind;
    })
  | (ActivationRef & { readonly type: 'task.cancelled'; readonly duration: number })
  /** A handler fired; `next` is empty when it only emits. `event` is what its `with` saw as root `event`. */
  | (ActivationRef & {
      readonly type: 'handler.fired';
      readonly handler: string;
      readonly next: readonly string[];
      readonly event: Json;
    })
  /** A transition was taken; with the source's id this names the graph's edge. `with` is the evaluated data that was passed. */
  | (ActivationRef & {
      readonly type: 'edge.taken';
      readonly via: EdgeVia;
      readonly target: string;
      readonly with: Json;
    })
  | (ActivationRef & {
      readonly type: 'effect.requested';
      readonly key: string;
      readonly kind: 'tool' | 'model' | 'memory';
      readonly name: string;
      readonly request: Json;
    })
  | (ActivationRef & {
      readonly type: 'effect.completed';
      readonly key: string;
      readonly response: Json;
      readonly error: RunError | null;
      readonly simulated: boolean;
      readonly duration: number;
      /** Of a model whose price the run knows. */
      readonly cost?: number;
    })
  /** A call that was cut off is made once more. */
  | (ActivationRef & { readonly type: 'effect.repeated'; readonly key: string; readonly by: RepeatReason })
  /** A call of `core:workflow` has started a run, or that run has used more than before. */
  | (ActivationRef & { readonly type: 'child.reported'; readonly key: string; readonly child: ChildReport })
  /** A breakpoint that writes a text was met; before a task, the activation has not begun. */
  | (ActivationRef & { readonly type: 'breakpoint.logged'; readonly message: string })
  | {
      readonly type: 'warning';
      readonly taskId: string | null;
      readonly code: string;
      readonly message: string;
      readonly path: string | null;
    };

/** A call that was under way when its run was interrupted. */
export interface CutOffCall extends ActivationRef {
  readonly key: string;
  /** True where its intent was recorded: it may have arrived, and what it does, it should do once. */
  readonly hasConsequences: boolean;
}

/** What was made due at once: the end of a delay, a check of a condition, the next attempt, or the deadline of what was waited for. */
export type SkippedWait = 'delay' | 'check' | 'retry' | 'deadline';

/** Which run of which task. */
export interface ActivationRef {
  readonly taskId: string;
  readonly activation: number;
}

/** Which part of a container an activation is: a parallel operation, an item, a subtask. */
export interface Operation {
  readonly kind: 'operation' | 'item' | 'subtask' | 'hook';
  readonly index: number;
}
