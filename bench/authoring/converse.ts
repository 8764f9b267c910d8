import { type ConversationEnd, converse as hold } from '../../engine/authoring/index.ts';
import { isJsonObject, type JsonObject } from '../../engine/base/index.ts';
import { type ModelAnswer, type ModelCall, type Outcome, readAnswer } from '../../engine/run/index.ts';
import type { AuthoringTask } from './AuthoringTask.ts';
import { type Judged, judgeAnswer } from './judgeAnswer.ts';

/** A model that is asked for turns, as the `config` of an agent names it. */
export interface Model {
  readonly config: JsonObject;
  readonly ask: (call: ModelCall) => Promise<Outcome>;
}

/** What a model said in one turn: enough to judge it again without the model. */
export type Turn = Pick<ModelAnswer, 'text' | 'toolCalls'>;

/** A conversation about a task, and what came of it. */
export interface Conversation {
  readonly task: string;
  /** All that the model said, in order. */
  readonly turns: readonly Turn[];
  /** What its first proposal comes to; `refused` where it made none. */
  readonly first: Judged['outcome'];
  /** The same of the last one, after it was told what is wrong. */
  readonly last: Judged['outcome'];
}

/** How often a model may correct its proposal: what the aim of the bench is about. */
const ROUNDS = 1;

/** How often it is asked at most: it may look things up before it proposes. */
const MOST_CALLS = 24;

/**
 * Asks a model for the changes that a task wants, as the assistant of the app does: with the same tools, told the same of what it proposes. It
 * never sees the hidden tests. Rejects where the model does not answer.
 */
export async function converse(task: AuthoringTask, model: Model): Promise<Conversation> {
  const turns: Turn[] = [];
  const outcomes: Judged['outcome'][] = [];
  const ask = async (call: ModelCall): Promise<Outcome> => {
    const outcome = await model.ask(call);
    if (!outcome.ok) return outcome;
    const { text, toolCalls } = readAnswer(outcome.value);
    turns.push({ text, toolCalls });
    for (const { name, input } of toolCalls)
      if (name === 'propose' && isJsonObject(input) && outcomes.length <= ROUNDS)
        outcomes.push((await judgeAnswer(task, changesIn(input))).outcome);
    return outcome;
  };
  const end = await talk(task, model.config, ask);
  const [first = 'refused', last = first] = outcomes.length > 1 ? [outcomes[0], outcomes.at(-1)] : outcomes;
  if (turns.length === 0) throw new Error(end.problem ?? 'The model gave no answer.');
  return { task: task.name, turns, first, last };
}

function talk(
  { request, path, text }: AuthoringTask,
  config: JsonObject,
  ask: (call: ModelCall) => Promise<Outcome>,
): Promise<ConversationEnd> {
  return hold(
    {
      request,
      path,
      evidence: null,
      files: new Map([[path, text]]),
      config,
      env: {},
      rounds: ROUNDS,
      limits: { calls: MOST_CALLS },
      prices: [],
    },
    {
      ask: async (call) => ({ outcome: await ask(call), duration: 0 }),
      prove: async () => ({ says: {}, fromFiles: {} }),
      ports: {},
      findTests: async () => ({ subjects: [], blocking: [], errors: [] }),
      readRecorded: null,
      signal: new AbortController().signal,
      onStep: () => undefined,
      onFault: (error) => {
        throw error;
      },
      now: () => 0,
    },
  );
}

function changesIn({ changes }: JsonObject): readonly JsonObject[] {
  return Array.isArray(changes) ? changes.filter(isJsonObject) : [];
}

/** A model that says again what was recorded. It fails where a conversation continues for longer. */
export function replay(turns: readonly Turn[]): Model {
  let at = 0;
  return {
    config: { provider: 'replay', model: 'replay' },
    ask: async () => {
      const turn = turns[at];
      at += 1;
      if (turn === undefined) throw new Error('More was asked than is recorded. Record the conversation again.');
      const usage = { input_tokens: 0, output_tokens: 0 };
      return {
        ok: true,
        value: { ...turn, object: null, model: 'replay', usage, simulated: true },
        simulated: true,
        warnings: [],
      };
    },
  };
}
