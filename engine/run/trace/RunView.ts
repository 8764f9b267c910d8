import { type Json, SharedMap } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';
import type { ChildReport, RepeatReason, UsageView } from '../contract/RunInput.ts';
import type { PinKind } from '../contract/RunPlan.ts';
import type { IdleSpan } from './idle.ts';
import type { Operation, RunEvent, RunStatus, TaskStatus } from './RunEvent.ts';

/** What the user sees of a run at one moment: the fold of its events. */
export interface RunView {
  readonly runId: string | null;
  readonly status: RunStatus;
  readonly simulate: boolean;
  /** ms since the epoch; null until known. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly input: Json;
  readonly output: Json;
  readonly error: RunError | null;
  /** Last activation of each task that was activated, by task id. */
  readonly tasks: ReadonlyMap<string, ActivationView>;
  /** Every activation, in order of start: the rows of the timeline. */
  readonly activations: ReadonlyMap<number, ActivationView>;
  /** How often each edge was taken, by the graph's edge id. */
  readonly edges: ReadonlyMap<string, number>;
  readonly warnings: readonly {
    readonly taskId: string | null;
    readonly code: string;
    readonly message: string;
    readonly path: string | null;
  }[];
  readonly eventCount: number;
  /** The usage of its models; absent while none has answered. */
  readonly usage?: UsageView;
  /** Set while it is paused: why, and what comes next. */
  readonly paused: PausedView | null;
  /** How much of its time has passed at once, in ms; absent where none has. */
  readonly passed?: number;
  /** When it was paused or interrupted: no work was done then, see `workedBetween`. */
  readonly idle: readonly IdleSpan[];
}

/** Why a run is paused, and what starts first on resume. */
export type PausedView = Pick<
  Extract<RunEvent, { readonly type: 'run.paused' }>,
  'reason' | 'breakpoint' | 'failed' | 'missing' | 'child' | 'next'
>;

/** One run of one task. Times in ms since the epoch. */
export interface ActivationView {
  readonly taskId: string;
  readonly activation: number;
  readonly parent: number | null;
  readonly operation: Operation | null;
  readonly status: TaskStatus;
  /** The resolved input; null until started. */
  readonly input: Json;
  readonly output: Json;
  readonly error: RunError | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Retries made; while retrying, the one to come counts too. */
  readonly retryCount: number;
  /** Retrying: when the next attempt starts, in ms since the epoch; waiting: the deadline. */
  readonly until: number | null;
  /** Set while it waits for a signal. */
  readonly awaits?: AwaitedSignal;
  readonly attempts: readonly AttemptView[];
  readonly effects: readonly EffectView[];
  /** The usage of its models, in all attempts; absent while none has answered. */
  readonly usage?: UsageView;
  readonly progress: { readonly done: number; readonly total: number; readonly failed: number } | null;
  /** True when it depends on a mock answer. */
  readonly simulated: boolean;
  /** Set when the task did not run: the kind of pin it answered with. */
  readonly pinned: PinKind | null;
  /** True when the user changed its input or output. */
  readonly isEdited: boolean;
  /** True when the user skipped something that it waited for, or time passed at once until that. */
  readonly isHurried: boolean;
}

/** A signal that a wait needs, with what its task says of it to whoever sends it. */
export interface AwaitedSignal {
  readonly signal: string;
  /** ms since the epoch. */
  readonly since: number;
  readonly title?: string;
  readonly description?: string;
}

/** One attempt, from 1. Times in ms since the epoch. */
export interface AttemptView {
  readonly attempt: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly error: RunError | null;
}

/** One recorded step: a call of a tool, a model or a memory. Times in ms since the epoch. */
export interface EffectView {
  readonly key: string;
  readonly kind: 'tool' | 'model' | 'memory';
  readonly name: string;
  readonly request: Json;
  readonly response: Json;
  readonly error: RunError | null;
  readonly simulated: boolean;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Of a model that has answered, or of the runs that the call started. */
  readonly usage?: UsageView;
  /** The run that the call started. */
  readonly child?: Pick<ChildReport, 'runId' | 'file'>;
  /** Set while it is not decided whether it is made again: when its run was interrupted. It may have arrived. */
  readonly cutOffAt?: number;
  /** When and why it was made again, in order. */
  readonly repeats?: readonly { readonly at: number; readonly by: RepeatReason }[];
  /** How much of its time it was cut off, in ms. */
  readonly idle?: number;
}

/** Ended activations kept all the same, so that not each batch of events makes a new map. */
const SPARE = 256;

/**
 * A view without the activations that have ended, except the last one of each task: for hosts that give results and show
 * no timeline. Its size depends on the tasks and on what is in flight, not on how long the run has run.
 */
export function forgetEnded(view: RunView): RunView {
  if (view.activations.size <= 2 * view.tasks.size + SPARE) return view;
  const activations = new SharedMap<number, ActivationView>();
  for (const [id, activation] of view.activations) {
    if (activation.endedAt === null || view.tasks.get(activation.taskId) === activation)
      activations.set(id, activation);
  }
  return { ...view, activations };
}
