import type { Json } from '../../../base/index.ts';
import {
  addIdle,
  type IdleSpan,
  type RunError,
  type RunEvent,
  replaceUsage,
  tellItems,
  toUsage,
  type UsageView,
  workedBetween,
} from '../../../run/index.ts';
import { listWords } from './listWords.ts';
import { type GatheredFacts, stepOf, type TaskFacts } from './RunFacts.ts';

/** How many words of the input, the output and the error of a run lead to it. */
const WORDS = 48;

/** How many pauses are remembered: tasks that were under way in earlier ones seem longer. */
const PAUSES = 50;

/** Longest text of an error in a row of the history, in characters. */
const FAILURE = 200;

interface TaskCount {
  ended: number;
  failed: number;
  readonly durations: Map<number, number>;
}

type EndEvent = Extract<RunEvent, { readonly type: 'task.succeeded' | 'task.failed' }>;

/**
 * Gathers the facts of a run from its events as they come; each costs next to nothing. What happened before the run started, in the
 * run that it was forked from, does not count.
 */
export class RunTally {
  readonly #startedAt: number;
  readonly #tasks = new Map<string, TaskCount>();
  /** The calls of models that are open, and what runs that calls have started have used so far; by key. */
  readonly #calls = new Map<string, UsageView | null>();
  #usage: UsageView | undefined;
  #idle: readonly IdleSpan[] = [];
  #words: readonly string[] = [];
  #failure: string | undefined;
  #warnings = 0;

  /** `known`: what `toJson` gave, in a run that is opened from a checkpoint. */
  constructor(startedAt: number, known?: Json) {
    this.#startedAt = startedAt;
    if (known === undefined) return;
    // From a checkpoint of this version with a valid digest: written by `toJson`.
    const state = known as unknown as State;
    for (const { taskId, ended, failed, durations } of state.tasks)
      this.#tasks.set(taskId, { ended, failed, durations: new Map(durations) });
    for (const [key, usage] of state.calls) this.#calls.set(key, usage);
    this.#usage = state.usage ?? undefined;
    this.#idle = state.idle;
    this.#words = state.words;
    this.#warnings = state.warnings ?? 0;
  }

  /** Adds the next events. */
  add(events: readonly RunEvent[]): void {
    for (const event of events) this.#add(event);
  }

  /** What is known by now; whole once the run has ended. */
  get gathered(): GatheredFacts {
    return {
      facts: { words: [...new Set(this.#words)], tasks: this.#listTasks() },
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
      ...(this.#warnings === 0 ? {} : { warnings: this.#warnings }),
    };
  }

  /** For a checkpoint. */
  toJson(): Json {
    const state: State = {
      tasks: this.#listTasks(),
      calls: [...this.#calls],
      usage: this.#usage ?? null,
      idle: this.#idle,
      words: this.#words,
      warnings: this.#warnings,
    };
    // Plain data, as the type says.
    return state as unknown as Json;
  }

  #add(event: RunEvent): void {
    switch (event.type) {
      case 'run.started':
        this.#words = listWords(event.input, WORDS);
        return;
      case 'run.paused':
      case 'run.resumed':
      case 'run.interrupted':
        this.#idle = addIdle(this.#idle, event).slice(-PAUSES);
        return;
      case 'task.succeeded':
      case 'task.failed':
        if (event.pinned === undefined && event.at >= this.#startedAt) this.#end(event);
        return;
      case 'effect.requested':
        if (event.kind === 'model') this.#calls.set(event.key, null);
        return;
      case 'effect.completed':
        if (this.#calls.get(event.key) === null && event.error === null) this.#use(event.at, undefined, toUsage(event));
        this.#calls.delete(event.key);
        return;
      case 'child.reported': {
        const { usage } = event.child;
        if (usage === undefined) return;
        this.#use(event.at, this.#calls.get(event.key) ?? undefined, usage);
        this.#calls.set(event.key, usage);
        return;
      }
      case 'warning':
        this.#warnings += 1;
        return;
      case 'run.finished':
        this.#words = [...this.#words, ...listWords(event.output, WORDS), ...wordsOfError(event.error)];
        if (event.error !== null) this.#failure = `${event.error.code}: ${tellItems(event.error)}`.slice(0, FAILURE);
        return;
      default:
    }
  }

  #end({ type, taskId, at, duration }: EndEvent): void {
    const task = this.#tasks.get(taskId) ?? { ended: 0, failed: 0, durations: new Map<number, number>() };
    if (task.ended === 0) this.#tasks.set(taskId, task);
    task.ended += 1;
    if (type === 'task.failed') task.failed += 1;
    const step = stepOf(this.#idle.length === 0 ? duration : workedBetween(this.#idle, at - duration, at));
    task.durations.set(step, (task.durations.get(step) ?? 0) + 1);
  }

  #use(at: number, before: UsageView | undefined, after: UsageView): void {
    if (at >= this.#startedAt) this.#usage = replaceUsage(this.#usage, before, after);
  }

  #listTasks(): readonly TaskFacts[] {
    return [...this.#tasks].map(([taskId, { ended, failed, durations }]) => ({
      taskId,
      ended,
      failed,
      durations: [...durations].sort(([one], [other]) => one - other),
    }));
  }
}

/** What a checkpoint has of it. */
interface State {
  readonly tasks: readonly TaskFacts[];
  readonly calls: readonly (readonly [key: string, usage: UsageView | null])[];
  readonly usage: UsageView | null;
  readonly idle: readonly IdleSpan[];
  readonly words: readonly string[];
  /** Absent in checkpoints from before it was counted. */
  readonly warnings?: number;
}

function wordsOfError(error: RunError | null): readonly string[] {
  return error === null ? [] : listWords([error.code, error.message, error.details ?? null], WORDS);
}
