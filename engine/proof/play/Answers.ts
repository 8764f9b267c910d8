import type { Json } from '../../base/index.ts';
import type { Graph } from '../../graph/index.ts';
import type { Call } from '../../run/index.ts';
import { type Answer, findNamed, type TaskAnswers } from '../../testFile/index.ts';
import { askedBy } from './askedBy.ts';
import { matchValue } from './matchValue.ts';

/**
 * The answers of one test, given out while it plays: each call of a task gets the next one, whether it is that of another attempt, of another
 * item, of the next check of a wait, or of a model whose answer did not fit; the last repeats. Those that are for calls of some kind alone go to
 * these, in their order. A call that is made again is the same call.
 */
export class Answers {
  readonly #byTask = new Map<string, readonly Answer[]>();
  /** By the key of the call. */
  readonly #given = new Map<string, Answer | undefined>();
  /** How many calls each list of answers was for so far. */
  readonly #counts = new Map<string, number>();

  constructor(graph: Graph, given: readonly TaskAnswers[]) {
    for (const { task, answers } of given) {
      const node = findNamed(graph, task);
      if (node !== undefined) this.#byTask.set(node.id, answers);
    }
  }

  /** What a call is answered with; undefined where the test says nothing. */
  next(call: Call): Answer | undefined {
    const answers = this.#byTask.get(call.taskId);
    if (answers === undefined) return undefined;
    if (!this.#given.has(call.key)) this.#given.set(call.key, this.#choose(call, answers));
    return this.#given.get(call.key);
  }

  #choose(call: Call, answers: readonly Answer[]): Answer | undefined {
    const own = answers.filter((answer) => 'asked' in answer && isAsked(answer.asked, call));
    const list = own.length > 0 ? own : answers.filter((answer) => !('asked' in answer));
    const name = `${call.taskId} ${list.map((answer) => answers.indexOf(answer)).join()}`;
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return list[Math.min(count, list.length - 1)];
  }
}

/** No answer reads anything but what is asked. */
const SCOPE = { root: () => undefined, now: 0 };

function isAsked(wanted: Json | undefined, call: Call): boolean {
  return wanted !== undefined && matchValue(wanted, askedBy(call), SCOPE).length === 0;
}
