import { isJsonObject, type Json } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { resolveUse } from '../../model/index.ts';
import type { Call } from '../../run/index.ts';
import { type Answer, findNamed, type TaskAnswers } from '../../testFile/index.ts';
import { matchValue } from './matchValue.ts';

/**
 * The answers of one test, given out while it plays: each call of a task gets the next one, whether it is that of another attempt, of another
 * item, of the next check of a wait, or of a model whose answer did not fit; the last repeats. Each tool of an agent has a list of its own. Those
 * that are for calls of some kind alone go to these, in their order. A call that is made again is the same call.
 */
export class Answers {
  readonly #analysis: Analysis;
  readonly #byTask = new Map<string, readonly Answer[]>();
  /** By the key of the call. */
  readonly #given = new Map<string, Answer | undefined>();
  /** How many calls each list of answers was for so far. */
  readonly #counts = new Map<string, number>();
  /** What the model of an agent had last, by the attempt of its task. */
  readonly #turns = new Map<string, Answer | undefined>();

  constructor(analysis: Analysis, given: readonly TaskAnswers[]) {
    this.#analysis = analysis;
    for (const { task, answers } of given) {
      const node = findNamed(analysis.graph, task);
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
    const tool = agentToolOf(this.#analysis, call);
    const list = answers.filter((answer) => toolOf(answer) === tool);
    const attempt = call.key.slice(0, call.key.lastIndexOf('/'));
    if (tool !== null && list.length === 0) return askedAlike(this.#turns.get(attempt), answers);
    const answer = this.#nextOf(call, list);
    if (tool === null) this.#turns.set(attempt, answer);
    return answer;
  }

  #nextOf(call: Call, answers: readonly Answer[]): Answer | undefined {
    const own = answers.filter((answer) => 'asked' in answer && isAsked(answer.asked, call));
    const list = own.length > 0 ? own : answers.filter((answer) => !('asked' in answer));
    const name = `${call.taskId} ${list.map(({ path }) => path.join('/')).join()}`;
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return list[Math.min(count, list.length - 1)];
  }
}

/** The tool of an agent that an answer is for; null: it is for the model, or for the task's own tool. */
function toolOf(answer: Answer): string | null {
  return ('tool' in answer ? answer.tool : undefined) ?? null;
}

/** What a tool of an agent is answered with that has no answer: a model that is asked for real calls its tools for real, and what a test makes up includes them. */
function askedAlike(turn: Answer | undefined, answers: readonly Answer[]): Answer | undefined {
  return turn?.kind === 'live' ? turn : answers.find(({ kind }) => kind === 'simulate');
}

/** No answer reads anything but what is asked. */
const SCOPE = { root: () => undefined, now: 0 };

function isAsked(wanted: Json | undefined, call: Call): boolean {
  return wanted !== undefined && matchValue(wanted, askedBy(call), SCOPE).length === 0;
}

/** The tool that the agent of a task calls, by the name that its model knows; null for calls of models, and of tasks that use no agent. */
export function agentToolOf(analysis: Analysis, call: Call): string | null {
  if (call.type !== 'tool.call') return null;
  const task = analysis.graph.nodes.get(call.taskId)?.task;
  const isAgent = task !== undefined && resolveUse(effectiveWorkflow(analysis), task).kind === 'agent';
  return isAgent ? call.toolId : null;
}

/** What a call asks, as `for` of an answer has it: the input of a tool; what a model was told last, as a value where it is JSON. */
export function askedBy(call: Call): Json {
  if (call.type === 'tool.call') return call.input;
  if (call.type === 'memory.call') return null;
  const said = call.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  try {
    const value: Json = JSON.parse(said);
    return isJsonObject(value) ? value : said;
  } catch {
    return said;
  }
}
