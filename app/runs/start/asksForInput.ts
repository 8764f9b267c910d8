import type { Workflow } from '#engine/model';
import { type Json, toJson } from '#engine/values';
import { toFields } from '../form/toFields.ts';

/** What decides whether a run of a file is asked for an input. */
interface InputQuestion {
  readonly workflow: Workflow;
  readonly text: string;
  /** The input of its last run. */
  readonly last: Json | undefined;
}

/** Whether a file declares inputs, may read some that it does not declare, itself or in what it imports, or was given some before. */
export function asksForInput({ workflow: { inputSchema }, text, last }: InputQuestion): boolean {
  const hasFields = inputSchema !== null && toFields(toJson(inputSchema)) !== null;
  return hasFields || /\b(?:input|import)\b/.test(text) || JSON.stringify(last ?? {}) !== '{}';
}
