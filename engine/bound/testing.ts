import type { Json, JsonObject } from '../base/index.ts';
import { isJsonObject } from '../base/index.ts';
import { readWorkflow } from '../model/index.ts';
import { parseSyntax } from '../syntax/index.ts';
import { runScript, type ScriptedAnswer } from '../testing/runScript.ts';
import { anyWorkflow } from '../testing/simulation/anyWorkflow.ts';
import { Dice } from '../testing/simulation/Dice.ts';
import { makeScenario } from '../testing/simulation/makeScenario.ts';
import { boundRun, type RunBound } from './boundRun.ts';

/** A run on the virtual clock, and what its text says of it. */
export interface MeasuredRun {
  readonly text: string;
  readonly bound: RunBound;
  /** From its first input to its last, in ms. */
  readonly time: number;
  /** What its models answered cost. */
  readonly answers: number;
  /** Whether a server asked to be tried later. */
  readonly hasAsked: boolean;
  readonly isFinished: boolean;
}

/** Of an answer, for a million tokens: what is sent costs nothing here. */
const PRICE = { provider: 'openai', model: 'm', input: 0, output: 2 };

const MOST_TOKENS = 100;

/** A memory answers at once, and has nothing. */
function memory(): ScriptedAnswer {
  return { value: { messages: [], results: [], working: null } };
}

/** Runs a workflow of a seed, whose calls take their time, fail, hang, and ask to be tried later; most of them have timeouts. */
export function measureRun(seed: number): MeasuredRun {
  const dice = Dice.ofSeed(seed);
  const document = limit(dice.chance(70) ? anyWorkflow(dice) : makeScenario(dice).workflow, dice);
  const text = JSON.stringify(document);
  const asks = dice.chance(30);
  let hasAsked = false;
  const answer = (): ScriptedAnswer => {
    const after = dice.roll(60);
    const roll = dice.roll(100);
    if (roll < 10) return { never: true };
    if (roll < 70) return { value: anyAnswer(dice), after };
    const retryAfter = asks && dice.chance(50) ? dice.roll(3_600_000) : undefined;
    hasAsked ||= retryAfter !== undefined;
    const error = dice.pick(['COMMUNICATION_ERROR', 'VALIDATION_ERROR', 'RATE_LIMIT_ERROR'], '');
    return { error, after, ...(retryAfter === undefined ? {} : { retryAfter }) };
  };
  const ids = new Set(text.match(/(?<="id":")\w+/g));
  const answers = Object.fromEntries([...ids].map((id) => [id, answer]));
  const run = runScript(text, {
    seed,
    answers,
    memory,
    prices: [PRICE],
    mostInputs: 3_000,
    input: { v: dice.roll(9) },
  });
  const [first, last] = [run.journal[0], run.journal.at(-1)];
  return {
    text,
    bound: boundRun(readWorkflow(parseSyntax(text)), [PRICE]),
    time: (last?.at ?? 0) - (first?.at ?? 0),
    answers: run.view.usage?.cost ?? 0,
    hasAsked,
    isFinished: run.isFinished,
  };
}

function anyAnswer(dice: Dice): Json {
  const usage = { input_tokens: 7, output_tokens: dice.roll(MOST_TOKENS + 1) };
  const toolCalls = dice.chance(30) ? [{ id: 'c', name: 'look', input: {} }] : [];
  return { v: dice.roll(3), n: dice.roll(3), text: dice.pick(['{"v": 1}', 'none'], ''), toolCalls, usage, model: 'm' };
}

/** The same workflow, most of whose calls are limited: by a timeout, or by not being made. */
function limit(document: Json, dice: Dice): Json {
  if (Array.isArray(document)) return document.map((each) => limit(each, dice));
  if (!isJsonObject(document)) return document;
  const entries = Object.entries(document).map(([key, value]): [string, Json] => [key, limit(value, dice)]);
  const part = Object.fromEntries(entries);
  const { type, config } = part;
  if (part['provider'] !== undefined) return { ...part, provider: 'openai', max_tokens: MOST_TOKENS };
  if (typeof type !== 'string' || part['id'] === undefined || !dice.chance(95)) return part;
  const own: JsonObject = isJsonObject(config) ? config : {};
  if (type === 'basic') return { ...part, config: { timeout: '20ms', ...own } };
  if (type === 'collection') return { ...part, config: { timeout_per_item: '30ms', ...own } };
  if (type !== 'map' && type !== 'decision') return part;
  const { use: _, ...rest } = part;
  return rest;
}
