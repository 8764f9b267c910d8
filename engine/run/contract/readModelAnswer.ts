import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { validateJson } from '../../schema/index.ts';
import type { ModelAnswer } from './Effect.ts';
import type { SchemaMismatch } from './mismatch.ts';

/** Tokens that went to models and came from them. */
export type Usage = ModelAnswer['usage'];

export const NO_USAGE: Usage = { input_tokens: 0, output_tokens: 0 };

/** The usage a provider reports for a turn; zero where it reports none. */
function readUsage(value: Json | undefined): Usage {
  const usage: JsonObject = isJsonObject(value) ? value : {};
  return { input_tokens: countIn(usage['input_tokens']), output_tokens: countIn(usage['output_tokens']) };
}

function countIn(value: Json | undefined): number {
  return typeof value === 'number' && value > 0 ? value : 0;
}

/** The sum of both. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
  };
}

/** A model's turn, read from what its performer answered. */
export interface ModelTurn {
  readonly text: string;
  readonly object: Json;
  readonly toolCalls: ModelAnswer['toolCalls'];
  readonly model: string | null;
  readonly usage: Usage;
  readonly simulated: boolean;
}

/** Reads an answer; what is missing or of another kind is empty. */
export function readAnswer(value: Json): ModelTurn {
  const answer: JsonObject = isJsonObject(value) ? value : {};
  const { text, object, toolCalls, model, usage, simulated } = answer;
  return {
    text: typeof text === 'string' ? text : '',
    object: object ?? null,
    toolCalls: Array.isArray(toolCalls) ? toolCalls.flatMap(readToolCall) : [],
    model: typeof model === 'string' ? model : null,
    usage: readUsage(usage),
    simulated: simulated === true,
  };
}

function readToolCall(value: Json): ModelAnswer['toolCalls'] {
  if (!isJsonObject(value)) return [];
  const { id, name, input } = value;
  return typeof id === 'string' && typeof name === 'string' ? [{ id, name, input: input ?? {} }] : [];
}

/** The answer as a value: its object, else the JSON in its text; undefined when there is none. */
export function valueOf({ object, text }: ModelTurn): Json | undefined {
  return object ?? parseText(text);
}

/** The answer as a value, and where it does not fit the schema that was asked for; without a schema its text. */
export function readOutput(
  answer: ModelTurn,
  schema: Json | null,
): { readonly value: Json; readonly errors: readonly SchemaMismatch[] } {
  if (schema === null) return { value: answer.text, errors: [] };
  const value = valueOf(answer);
  if (value === undefined)
    return { value: null, errors: [{ path: '', message: 'The answer is no JSON.', keyword: 'parse' }] };
  return { value, errors: validateJson(schema, value).errors };
}

/** The JSON in a text as models write it: also inside a Markdown fence. Where there is no fence, the text. */
function jsonIn(text: string): string {
  return /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1] ?? text;
}

/** Integers that no number holds are rounded: whoever performs the call warns of them. Undefined when it is no JSON. */
function parseText(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(jsonIn(text));
    return value;
  } catch {
    return undefined;
  }
}
