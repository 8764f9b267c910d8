import type { Graph } from '../../graph/index.ts';
import type { Call } from '../../run/index.ts';
import { type Answer, findNamed, type TaskAnswers } from '../../testFile/index.ts';

/** The answers of one test, given out while it plays: to each attempt of a task, and each item of one, the next; the last repeats. */
export class Answers {
  readonly #byTask = new Map<string, readonly Answer[]>();
  /** What attempts have begun, by task. */
  readonly #begun = new Map<string, string[]>();

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
    const begun = this.#begun.get(taskId) ?? [];
    this.#begun.set(taskId, begun);
    const attempt = key.replace(/\d+$/, '');
    if (!begun.includes(attempt)) begun.push(attempt);
    return answers[Math.min(begun.indexOf(attempt), answers.length - 1)];
  }
}
