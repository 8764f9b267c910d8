import { type ActivationView, type RunEvent, workedBetween } from '#engine/run';
import { type FollowedRun, failedSteps } from '../../session/runSteps/index.ts';

/** What steps can be narrowed to. In the order in which their events tell of a step that fits several. */
export const STEP_FILTERS = ['failed', 'slow', 'retried', 'http', 'model'] as const;

export type StepFilter = (typeof STEP_FILTERS)[number];

/** A step is slow from so many ms of work on, where it is also among the slowest of its run. */
const SLOW = 1_000;
/** The share of the steps of a run that are its slowest. */
const SLOWEST = 0.1;
/** Steps that are looked at in one go. */
const PIECE = 4_096;

/** Which kinds of calls a step has made, as far as its calls are read. */
interface Calls {
  read: number;
  model: boolean;
  http: boolean;
}

/** Tells which steps of a run fit all of some filters. */
export class StepFilters {
  readonly #filters: readonly StepFilter[];
  readonly #failed = new Set<number>();
  #failedRead = 0;
  readonly #calls = new Map<number, Calls>();
  /** From how many ms on a step is slow; null until that is known. */
  #slow: number | null = null;
  /** The steps that hold others: they are as slow as what they hold. */
  readonly #around = new Set<number>();

  constructor(filters: readonly StepFilter[]) {
    this.#filters = STEP_FILTERS.filter((filter) => filters.includes(filter));
  }

  get isEmpty(): boolean {
    return this.#filters.length === 0;
  }

  /** Reads of the run what is needed before steps are judged. */
  *prepare(run: FollowedRun): Generator<undefined, void> {
    if (this.#filters.includes('failed')) {
      const failed = failedSteps(run);
      for (; this.#failedRead < failed.length; this.#failedRead += 1) this.#failed.add(failed[this.#failedRead] ?? -1);
    }
    if (this.#filters.includes('slow') && this.#slow === null) yield* this.#findSlow(run);
  }

  /** Whether a step fits, as far as the run has gone. */
  fits(run: FollowedRun, id: number): boolean {
    const step = run.view.activations.get(id);
    return step !== undefined && this.#filters.every((filter) => this.#isOf(filter, step, run));
  }

  /** Whether an event is the one that shows why a step fits. */
  isShownBy(event: RunEvent): boolean {
    const first = this.#filters[0] ?? null;
    switch (first) {
      case 'failed':
        return event.type === 'task.failed' || (event.type === 'task.progress' && event.failed > 0);
      case 'slow':
        return event.type === 'task.succeeded' || event.type === 'task.failed' || event.type === 'task.cancelled';
      case 'retried':
        return event.type === 'task.retrying' || event.type === 'effect.repeated';
      case 'http':
        return event.type === 'effect.requested' && event.name === HTTP;
      case 'model':
        return event.type === 'effect.requested' && event.kind === 'model';
      case null:
        return false;
    }
  }

  #isOf(filter: StepFilter, step: ActivationView, run: FollowedRun): boolean {
    switch (filter) {
      case 'failed':
        return this.#failed.has(step.activation);
      case 'slow':
        return !this.#around.has(step.activation) && (lengthOf(step, run) ?? -1) >= (this.#slow ?? Infinity);
      case 'retried':
        return step.retryCount > 0 || step.effects.some(({ repeats }) => repeats !== undefined);
      case 'http':
      case 'model':
        return this.#callsOf(step)[filter];
    }
  }

  #callsOf({ activation, effects }: ActivationView): Calls {
    const calls = this.#calls.get(activation) ?? { read: 0, model: false, http: false };
    for (; calls.read < effects.length; calls.read += 1) {
      const { kind, name } = effects[calls.read] ?? {};
      calls.model ||= kind === 'model';
      calls.http ||= name === HTTP;
    }
    this.#calls.set(activation, calls);
    return calls;
  }

  *#findSlow(run: FollowedRun): Generator<undefined, void> {
    let count = 0;
    for (const { parent } of run.view.activations.values()) {
      if (parent !== null) this.#around.add(parent);
      if (++count % PIECE === 0) yield;
    }
    const lengths: number[] = [];
    for (const step of run.view.activations.values()) {
      const length = this.#around.has(step.activation) ? null : lengthOf(step, run);
      if (length !== null) lengths.push(length);
      if (++count % PIECE === 0) yield;
    }
    const sorted = Float64Array.from(lengths).sort();
    const rank = Math.max(1, Math.ceil(sorted.length * SLOWEST));
    this.#slow = Math.max(SLOW, sorted[sorted.length - rank] ?? 0);
  }
}

const HTTP = 'core:http';

/** How long a step worked, in ms; null while it has not ended. */
export function lengthOf({ startedAt, endedAt }: ActivationView, { view }: FollowedRun): number | null {
  return startedAt === null || endedAt === null ? null : workedBetween(view.idle, startedAt, endedAt);
}
