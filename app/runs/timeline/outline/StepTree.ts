import type { ActivationView, RunEvent, RunView } from '#engine/run';
import { type Begun, Level } from './Level.ts';
import { parentOfRounds, type Rounds } from './Rounds.ts';

/** What can hold others: an activation, by its number, or the rounds of a task, by their key. */
export type RowKey = number | string;

/**
 * What ran inside what in a run. It follows the run: what changes it costs the events that change it. Rounds are told apart on a level once
 * somebody looks into it.
 */
export class StepTree {
  #view: RunView;
  /** By container what no one has looked into, in order of start. */
  readonly #unread = new Map<number | null, Set<number>>();
  readonly #levels = new Map<number | null, Level>();
  readonly #rounds = new Map<string, Rounds>();

  /** Of a run as far as it has gone. */
  constructor(view: RunView) {
    this.#view = view;
    for (const step of view.activations.values()) this.#put(knownParent(view, step), step.activation);
  }

  /**
   * Takes in what has happened since.
   * @param isShown whether what is inside a container (null: the top) is on view
   * @returns whether something on view began, or what began brought it there
   */
  read(events: readonly RunEvent[], view: RunView, isShown: (container: number | null) => boolean): boolean {
    const begun = events.filter(begins);
    const parents = [...new Set(begun.map(({ activation }) => parentIn(view, activation)))];
    const wasShown = parents.some(isShown);
    this.#view = view;
    const folded = begun.flatMap((event) => this.#begin(event) ?? []);
    const changed = new Set(events.filter(changes).map(({ activation }) => activation));
    for (const id of changed) {
      const step = view.activations.get(id);
      if (step !== undefined) this.#levels.get(knownParent(view, step))?.roundsOf(step.taskId)?.note(step, view.idle);
    }
    for (const rounds of folded) rounds.noteAll(view);
    return wasShown || parents.some(isShown);
  }

  /** What ran directly inside an activation, or at the top (null). */
  levelIn(container: number | null): Level | undefined {
    const unread = this.#unread.get(container);
    if (unread !== undefined) {
      this.#unread.delete(container);
      this.#levels.set(container, this.#readLevel(container, unread));
    }
    return this.#levels.get(container);
  }

  /** How many activations ran directly inside one. */
  countIn(container: number): number {
    return this.#unread.get(container)?.size ?? this.#levels.get(container)?.size ?? 0;
  }

  /** The container of an activation; null at the top, where that container is not known too. */
  parentOf(id: number): number | null {
    return parentIn(this.#view, id);
  }

  /** The rounds that an activation is one of, where they are one line. */
  roundsOf(id: number): Rounds | undefined {
    const step = this.#view.activations.get(id);
    return step && this.levelIn(knownParent(this.#view, step))?.roundsOf(step.taskId);
  }

  /** Rounds by their key. */
  roundsBy(key: string): Rounds | undefined {
    return this.#rounds.get(key);
  }

  /** What holds an activation or rounds; null at the top. */
  around(key: RowKey): RowKey | null {
    if (typeof key === 'string') return parentOfRounds(key);
    return this.roundsOf(key)?.key ?? this.parentOf(key);
  }

  /** Adds one to what no one has looked into; one that is there comes last. */
  #put(parent: number | null, id: number): void {
    const unread = this.#unread.get(parent) ?? new Set();
    unread.delete(id);
    this.#unread.set(parent, unread.add(id));
  }

  #readLevel(container: number | null, ids: Iterable<number>): Level {
    const { activations, idle } = this.#view;
    const level = new Level(container);
    for (const id of ids) {
      const step = activations.get(id);
      if (step === undefined) continue;
      const { taskId, startedAt } = step;
      const folded = this.#beginIn(level, { id, taskId, isStarted: startedAt !== null });
      if (folded === null) level.roundsOf(taskId)?.note(step, idle);
      else folded.noteAll(this.#view);
    }
    return level;
  }

  /** Takes in what begins. Answers the rounds that are one line from now on. */
  #begin(event: BeginEvent): Rounds | null {
    const { activation: id, taskId, type } = event;
    const isStarted = type === 'task.reused' ? event.startedAt !== null : type === 'task.started';
    const parent = this.parentOf(id);
    const level = this.#levels.get(parent);
    if (level !== undefined) return this.#beginIn(level, { id, taskId, isStarted });
    if (isStarted || !this.#unread.get(parent)?.has(id)) this.#put(parent, id);
    return null;
  }

  #beginIn(level: Level, begun: Begun): Rounds | null {
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

/** The container of an activation; null at the top, and of one that is not known. */
function parentIn(view: RunView, id: number): number | null {
  const step = view.activations.get(id);
  return step === undefined ? null : knownParent(view, step);
}

/** What is inside began later: a run from a file that says otherwise leads in no circle. */
function knownParent({ activations }: RunView, { activation, parent }: ActivationView): number | null {
  return parent !== null && parent < activation && activations.has(parent) ? parent : null;
}
