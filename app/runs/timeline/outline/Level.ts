import type { RunView } from '#engine/run';
import { Rounds } from './Rounds.ts';

/** What has a row: an activation, or all rounds of a task. */
export type TimelineLine = number | Rounds;

/** An activation that is queued, or starts. */
export interface Begun {
  readonly id: number;
  readonly taskId: string;
  readonly isStarted: boolean;
}

/** Up to how many activations of a task have a row each. */
export const MOST_ALONE = 12;

/**
 * What ran directly inside an activation, or at the top, in order of start; what was queued and starts moves to the end. The activations
 * of a task that ran more often than `MOST_ALONE` times are one line, where the first of them started.
 */
export class Level {
  readonly #parent: number | null;
  readonly #lines: TimelineLine[] = [];
  /** Whether each activation that has a line for itself has started. */
  readonly #alone = new Map<number, boolean>();
  /** By task: how many have a line each, or their rounds; null as long as none can be more than may. */
  #tasks: Map<string, number | Rounds> | null = null;
  #size = 0;

  /** @param parent the activation that holds it; null at the top */
  constructor(parent: number | null) {
    this.#parent = parent;
  }

  /** How many activations there are. */
  get size(): number {
    return this.#size;
  }

  /** The lines in order. The list changes with the run. */
  get lines(): readonly TimelineLine[] {
    return this.#lines;
  }

  /** The rounds of a task, where they are one line. */
  roundsOf(taskId: string): Rounds | undefined {
    const known = this.#tasks?.get(taskId);
    return typeof known === 'object' ? known : undefined;
  }

  /** Takes in an activation that is queued, or starts. Answers the rounds that are one line from now on, where it is one too many. */
  begin(begun: Begun, { activations }: RunView): Rounds | null {
    const { id, taskId, isStarted } = begun;
    const rounds = this.roundsOf(taskId);
    if (rounds !== undefined) {
      if (isStarted && !rounds.hasStarted) this.#toEnd(rounds);
      if (rounds.begin(id, isStarted)) this.#size += 1;
      return null;
    }
    const before = this.#alone.get(id);
    if (before === true || before === isStarted) return null;
    this.#alone.set(id, isStarted);
    if (before === false) {
      this.#toEnd(id);
      return null;
    }
    this.#lines.push(id);
    this.#size += 1;
    if (this.#size <= MOST_ALONE) return null;
    this.#tasks ??= this.#countTasks(activations);
    const known = this.#tasks.get(taskId);
    const count = (typeof known === 'number' ? known : 0) + 1;
    this.#tasks.set(taskId, count);
    return count > MOST_ALONE ? this.#fold(taskId, activations) : null;
  }

  #toEnd(line: TimelineLine): void {
    const index = this.#lines.lastIndexOf(line);
    if (index >= 0) this.#lines.push(...this.#lines.splice(index, 1));
  }

  /** How often each task has a line, without the last one. */
  #countTasks(activations: RunView['activations']): Map<string, number | Rounds> {
    const counts = new Map<string, number>();
    for (const line of this.#lines.slice(0, -1)) {
      const taskId = typeof line === 'number' ? activations.get(line)?.taskId : undefined;
      if (taskId !== undefined) counts.set(taskId, (counts.get(taskId) ?? 0) + 1);
    }
    return counts;
  }

  /** Puts one line in the place of all of a task. */
  #fold(taskId: string, activations: RunView['activations']): Rounds {
    const rounds = new Rounds(this.#parent, taskId);
    const isOfTask = (line: TimelineLine): line is number =>
      typeof line === 'number' && activations.get(line)?.taskId === taskId;
    const ids = this.#lines.filter(isOfTask);
    const first = ids.find((id) => this.#alone.get(id)) ?? ids[0];
    const lines = this.#lines.flatMap((line): TimelineLine | readonly [] =>
      line === first ? rounds : isOfTask(line) ? [] : line,
    );
    this.#lines.splice(0, this.#lines.length, ...lines);
    for (const id of ids) {
      rounds.begin(id, this.#alone.get(id) === true);
      this.#alone.delete(id);
    }
    this.#tasks?.set(taskId, rounds);
    return rounds;
  }
}
