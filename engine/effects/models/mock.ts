import { err, isJsonObject, type Json, type JsonObject, ok, ownValue, type Result } from '../../base/index.ts';
import { parseDuration } from '../../model/index.ts';
import type { ModelAnswer, ModelCall, Outcome, RunError } from '../../run/index.ts';
import { sampleFromSchema } from '../../schema/index.ts';
import { cancelled, fail, succeedSimulated } from '../outcome.ts';
import type { ModelContext } from './askProvider.ts';
import { readJson } from './readJson.ts';

/**
 * The provider `mock` (format.md section 9), which also replaces every model in a simulated run: offline,
 * deterministic, seeded by the prompt, scripted by `config.mock`, always marked as simulated.
 */
export async function answerWithMock(call: ModelCall, context: ModelContext): Promise<Outcome> {
  const script = readMockScript(call.config);
  if (!script.ok) {
    return fail('CONFIGURATION_ERROR', script.error, { type: 'mock', reason: 'script', agent: call.agentId });
  }
  const prompt = toPrompt(call);
  const name = `${call.agentId} ${JSON.stringify(call.config.mock ?? null)}`;
  const failure = findScriptedError(script.value, prompt, context.nextIndex(`${name} calls`));
  const response =
    failure === null ? chooseResponse(script.value, prompt, () => context.nextIndex(`${name} answers`)) : undefined;
  await context.delay(script.value.latency, context.signal);
  if (context.signal.aborted) return cancelled();
  if (failure !== null) return { ok: false, error: failure.error, retryAfter: failure.retryAfter };
  return succeedSimulated(toAnswer(call, prompt, response));
}

/** Answers bound to a prompt do not use up a turn of the list. */
function chooseResponse(script: MockScript, prompt: string, nextIndex: () => number): MockResponse | undefined {
  const first = findScriptedResponse(script, prompt, 0);
  return first === undefined || first.when !== null ? first : findScriptedResponse(script, prompt, nextIndex());
}

function toPrompt({ instructions, messages }: ModelCall): string {
  return [instructions, ...messages.map(({ role, content }) => `${role}: ${content}`)].join('\n');
}

function toAnswer(call: ModelCall, prompt: string, response: MockResponse | undefined): ModelAnswer {
  const isToolTurn = response !== undefined && response.toolCalls.length > 0;
  const output = isToolTurn ? null : (response?.output ?? generateOutput(call, prompt));
  const text = isToolTurn ? '' : typeof output === 'string' ? output : JSON.stringify(output);
  return {
    text,
    object: call.outputSchema === null ? null : toObject(output, call.outputSchema),
    toolCalls: (response?.toolCalls ?? []).map(({ name, input }, index) => ({ id: `call_${index + 1}`, name, input })),
    model: call.model === '' ? 'mock' : call.model,
    usage: { input_tokens: countTokens(prompt), output_tokens: countTokens(text) },
    simulated: true,
  } satisfies JsonObject & ModelAnswer;
}

/** A scripted text that holds JSON is read as that of any model; one that holds none is the wrong answer that it was scripted to be. */
function toObject(output: Json, schema: Json): Json {
  return typeof output === 'string' ? (readJson(output, schema)?.value ?? output) : output;
}

function generateOutput(call: ModelCall, prompt: string): Json {
  if (call.outputSchema !== null) return sampleFromSchema(call.outputSchema, hashText(prompt));
  const question = call.messages.findLast((message) => message.role === 'user')?.content ?? '';
  return question === '' ? 'A simulated answer.' : `A simulated answer to “${question.slice(0, 80)}”.`;
}

/** Four characters a token, as a rule of thumb. */
function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** FNV-1a over UTF-16 units, as an unsigned 32-bit seed. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** One scripted answer. `when`: only for prompts that hold this text, in any case; null for any prompt. */
interface MockResponse {
  readonly when: string | null;
  readonly output: Json;
  readonly toolCalls: readonly { readonly name: string; readonly input: Json }[];
}

/** One scripted failure. `when` as in {@link MockResponse}; `retryAfter` in ms. */
interface MockError {
  readonly when: string | null;
  readonly error: RunError;
  readonly retryAfter: number | null;
}

/** `config.mock`, read. */
interface MockScript {
  /** How long an answer takes, in ms. */
  readonly latency: number;
  readonly responses: readonly MockResponse[];
  /** In turn, for the first calls; null lets a call through. */
  readonly errors: readonly (MockError | null)[];
  /** How many of the first calls fail. */
  readonly failFirst: number;
}

const DEFAULT_LATENCY = 400;

/** What a failing call says when the script does not. */
const DEFAULT_ERROR: MockError = {
  when: null,
  error: {
    code: 'PROVIDER_ERROR',
    message: 'The mock provider failed on purpose, as its script (config.mock) says.',
    details: { type: 'mock', reason: 'scripted' },
  },
  retryAfter: null,
};

/**
 * Reads `config.mock: {latency, responses, errors, fail_first}` (format.md section 9). Keys are optional:
 *
 * | key | shape | default |
 * |---|---|---|
 * | latency | a duration, or ms | 400ms |
 * | responses | a list of answers used in turn, the last one again and again; or one answer. `{when, output}` answers prompts that hold the text `when`; `{tool_calls: [{name, input}]}` calls tools | made up from the schema |
 * | errors | a list for the first calls in turn: a code, `{code, message, details, retry_after}`, or null for none; with `when`, for every prompt that holds the text | none |
 * | fail_first | how many of the first calls fail, with `errors` in turn | 0 |
 *
 * Answers with what is wrong when it cannot be read.
 */
function readMockScript(config: JsonObject): Result<MockScript, string> {
  const mock = ownValue(config, 'mock') ?? {};
  if (!isJsonObject(mock)) return err('config.mock must be a map with latency, responses, errors or fail_first.');
  const latency = readMs(mock.latency, DEFAULT_LATENCY);
  if (latency === null) return err('config.mock.latency must be a duration such as 400ms.');
  const failFirst = mock.fail_first ?? 0;
  if (typeof failFirst !== 'number' || !Number.isInteger(failFirst) || failFirst < 0) {
    return err('config.mock.fail_first must be a whole number from 0.');
  }
  const errors = toList(mock.errors).map(readError);
  if (errors.includes('wrong'))
    return err('Each entry of config.mock.errors must be a code, a map with code and message, or null.');
  return ok({
    latency,
    failFirst,
    responses: toList(mock.responses).map(readResponse),
    errors: errors.filter((entry) => entry !== 'wrong'),
  });
}

/** The failure call `index` (from 0) with this prompt must give; null when it succeeds. */
function findScriptedError(script: MockScript, prompt: string, index: number): MockError | null {
  const bound = script.errors.find((entry) => entry !== null && entry.when !== null && holds(prompt, entry.when));
  if (bound) return bound;
  const inTurn = script.errors.filter((entry) => entry === null || entry.when === null);
  if (index < inTurn.length) return inTurn[index] ?? (index < script.failFirst ? DEFAULT_ERROR : null);
  return index < script.failFirst ? (inTurn.at(-1) ?? DEFAULT_ERROR) : null;
}

/** The scripted answer to a prompt; `index` counts the calls before it that were answered. Undefined when there is none. */
function findScriptedResponse(script: MockScript, prompt: string, index: number): MockResponse | undefined {
  const bound = script.responses.find((entry) => entry.when !== null && holds(prompt, entry.when));
  if (bound !== undefined) return bound;
  const inTurn = script.responses.filter((entry) => entry.when === null);
  return inTurn[Math.min(index, inTurn.length - 1)];
}

function holds(prompt: string, text: string): boolean {
  return prompt.toLowerCase().includes(text.toLowerCase());
}

function toList(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function readMs(value: Json | undefined, fallback: number): number | null {
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'number') return value >= 0 ? value : null;
  const duration = typeof value === 'string' ? parseDuration(value) : null;
  return duration?.ok === true ? duration.value : null;
}

function readResponse(entry: Json): MockResponse {
  if (!isJsonObject(entry)) return { when: null, output: entry, toolCalls: [] };
  const { when, tool_calls: calls } = entry;
  const isScripted = (typeof when === 'string' && Object.hasOwn(entry, 'output')) || Array.isArray(calls);
  if (!isScripted) return { when: null, output: entry, toolCalls: [] };
  const toolCalls = toList(calls).flatMap((call) =>
    isJsonObject(call) && typeof call.name === 'string' ? [{ name: call.name, input: call.input ?? {} }] : [],
  );
  return { when: typeof when === 'string' ? when : null, output: entry.output ?? null, toolCalls };
}

function readError(entry: Json): MockError | null | 'wrong' {
  if (entry === null) return null;
  if (typeof entry === 'string') return { ...DEFAULT_ERROR, error: { ...DEFAULT_ERROR.error, code: entry } };
  if (!isJsonObject(entry)) return 'wrong';
  const { code = DEFAULT_ERROR.error.code, message = DEFAULT_ERROR.error.message, when, details } = entry;
  const retryAfter = entry.retry_after === undefined ? null : readMs(entry.retry_after, 0);
  if (typeof code !== 'string' || typeof message !== 'string') return 'wrong';
  return {
    when: typeof when === 'string' ? when : null,
    error: { code, message, details: details ?? DEFAULT_ERROR.error.details },
    retryAfter,
  };
}
