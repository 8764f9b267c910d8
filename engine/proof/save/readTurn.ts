import { equalJson, type Json, type JsonObject } from '../../base/index.ts';
import { readAnswer, readOutput } from '../../run/index.ts';

/** What a model said in one turn, as a test has it. */
export interface Turn {
  /** `misfit`: its answer does not fit the schema, so that it is asked again. */
  readonly kind: 'tools' | 'answered' | 'misfit';
  readonly answer: JsonObject;
}

/** Reads a turn of a model: which tools it calls; its answer by the schema; its text where none is asked for, or where it does not fit. */
export function readTurn(response: Json, schema: Json): Turn {
  const answer = readAnswer(response);
  const calls = answer.toolCalls.map(({ name, input }): Json => (equalJson(input, {}) ? { name } : { name, input }));
  if (calls.length > 0) return { kind: 'tools', answer: { tool_calls: calls } };
  const { value, errors } = readOutput(answer, schema);
  return errors.length === 0
    ? { kind: 'answered', answer: { output: value } }
    : { kind: 'misfit', answer: { output: answer.text } };
}
