import type { Graph } from '../../graph/index.ts';
import type { Call } from '../../run/index.ts';
import { type Answer, findNamed, type TaskAnswers } from '../../testFile/index.ts';

/**
 * The answers of one test, given out while it plays: each call of a task gets the next one, whether it is that of another attempt, of another
 * item, of the next check of a wait, or of a model whose answer did not fit; the last repeats. A call that is made again is the same call.
 */
export class Answers {
  readonly #byTask = new Map<string, readonly Answer[]>();
  /** The calls that were made, by task: which answer each has got. */
  readonly #given = new Map<string, Map<string, number>>();

  constructor(graph: Graph, given: readonly TaskAnswers[]) {
    for (const { task, answers } of given) {
      const node = findNamed(graph, task);
      if (node !== undefined) this.#byTask.set(node.id, answers);
    }
  }

  /** What a call is answered with; undefined where the test says nothing. */
  next({ taskId, key }: Call): Answer | undefined {
    const answers = this.#byTask.get(taskId);
    if (answers === undefined) return undefined;
    const given = this.#given.get(taskId) ?? new Map<string, number>();
    this.#given.set(taskId, given);
    const index = given.get(key) ?? given.size;
    given.set(key, index);
    return answers[Math.min(index, answers.length - 1)];
  }
}
