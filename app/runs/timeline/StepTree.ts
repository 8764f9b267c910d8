import type { ActivationView, RunEvent, RunView } from '#engine/run';
import { type Begun, Level } from './Level.ts';
import type { Rounds } from './Rounds.ts';

/** What can hold others: an activation, by its number, or the rounds of a task, by their key. */
export type RowKey = number | string;

/** What ran inside what in a run. It follows the run: what changes it costs the events that change it. */
export class StepTree {
  #view: RunView;
  readonly #levels = new Map<number | null, Level>();
  readonly #rounds = new Map<string, Rounds>();

  /** Of a run as far as it has gone. */
  constructor(view: RunView) {
    this.#view = view;
    for (const step of view.activations.values()) {
      const { activation: id, taskId, startedAt } = step;
      const level = this.#levelFor(knownParent(view, step));
      const folded = this.#begin(level, { id, taskId, isStarted: startedAt !== null });
      if (folded === null) level.roundsOf(taskId)?.note(step, view.idle);
      else folded.noteAll(view);
    }
  }

  /**
   * Takes in what has happened since.
   * @param onBegin is told of each container (null: the top) before something in it begins, and after
   */
  read(events: readonly RunEvent[], view: RunView, onBegin: (parent: number | null) => void): void {
    this.#view = view;
    const [changed, folded]: [Set<number>, Rounds[]] = [new Set(), []];
    for (const event of events) {
      if (begins(event)) {
        const { activation: id, taskId, type } = event;
        const isStarted = type === 'task.reused' ? event.startedAt !== null : type === 'task.started';
        const parent = this.parentOf(id);
        onBegin(parent);
        const rounds = this.#begin(this.#levelFor(parent), { id, taskId, isStarted });
        if (rounds !== null) folded.push(rounds);
        onBegin(parent);
      } else if (changes(event)) changed.add(event.activation);
    }
    for (const id of changed) {
      const step = view.activations.get(id);
      if (step !== undefined) this.roundsOf(id)?.note(step, view.idle);
    }
    for (const rounds of folded) rounds.noteAll(view);
  }

  /** What ran directly inside an activation, or at the top (null). */
  levelIn(container: number | null): Level | undefined {
    return this.#levels.get(container);
  }

  /** How many activations ran directly inside one. */
  countIn(container: number): number {
    return this.#levels.get(container)?.size ?? 0;
  }

  /** The container of an activation; null at the top, where that container is not known too. */
  parentOf(id: number): number | null {
    const step = this.#view.activations.get(id);
    return step === undefined ? null : knownParent(this.#view, step);
  }

  /** The rounds that an activation is one of, where they are one line. */
  roundsOf(id: number): Rounds | undefined {
    const step = this.#view.activations.get(id);
    return step && this.#levels.get(knownParent(this.#view, step))?.roundsOf(step.taskId);
  }

  /** Rounds by their key. */
  roundsBy(key: string): Rounds | undefined {
    return this.#rounds.get(key);
  }

  /** What holds an activation or rounds; null at the top. */
  around(key: RowKey): RowKey | null {
    if (typeof key === 'string') return this.#rounds.get(key)?.parent ?? null;
    return this.roundsOf(key)?.key ?? this.parentOf(key);
  }

  #levelFor(parent: number | null): Level {
    const level = this.#levels.get(parent) ?? new Level(parent);
    this.#levels.set(parent, level);
    return level;
  }

  #begin(level: Level, begun: Begun): Rounds | null {
    const folded = level.begin(begun, this.#view);
    if (folded !== null) this.#rounds.set(folded.key, folded);
    return folded;
  }
}

type BeginEvent = Extract<RunEvent, { readonly type: 'task.queued' | 'task.started' | 'task.reused' }>;

function begins(event: RunEvent): event is BeginEvent {
  return event.type === 'task.queued' || event.type === 'task.started' || event.type === 'task.reused';
}

type ChangeEvent = Extract<
  RunEvent,
  { readonly type: 'task.succeeded' | 'task.failed' | 'task.cancelled' | 'value.edited' }
>;

/** Whether an activation ends, or what it gave is changed. */
function changes(event: RunEvent): event is ChangeEvent {
  const { type } = event;
  return type === 'task.succeeded' || type === 'task.failed' || type === 'task.cancelled' || type === 'value.edited';
}

/** What is inside began later: a run from a file that says otherwise leads in no circle. */
function knownParent({ activations }: RunView, { activation, parent }: ActivationView): number | null {
  return parent !== null && parent < activation && activations.has(parent) ? parent : null;
}
