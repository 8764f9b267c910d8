import { isJsonObject, type Json } from '../../base/index.ts';
import type { Call, OutcomeWarning } from '../../run/index.ts';
import type { AnsweredCall } from './askWithin.ts';

/** The line of an answer, without its end; null for a failure, which is not kept. `hash`: SHA-256 of what was asked, 64 hex digits. */
export function formatAnswer(hash: string, { outcome, duration }: AnsweredCall, { taskId }: Call): string | null {
  if (!outcome.ok) return null;
  const { value, warnings } = outcome;
  return JSON.stringify({ request: hash, task: taskId, duration, value, warnings });
}

/** The answers of a file by their hashes; of two of one request, the later one. A line that is not whole, or not of this kind, is none. */
export function readAnswers(text: string): Map<string, AnsweredCall> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const read = parseAnswer(line);
      return read === null ? [] : [read];
    }),
  );
}

/** The hash and the answer of a line; null where it is none. */
export function parseAnswer(line: string): readonly [string, AnsweredCall] | null {
  if (line.trim() === '') return null;
  try {
    const value: Json = JSON.parse(line);
    if (!isJsonObject(value)) return null;
    const { request = null, duration = null, value: given, warnings = [] } = value;
    if (typeof request !== 'string' || typeof duration !== 'number' || given === undefined) return null;
    const told = Array.isArray(warnings) ? warnings.flatMap(readWarning) : [];
    return [request, { duration, outcome: { ok: true, value: given, simulated: false, warnings: told } }];
  } catch {
    return null;
  }
}

function readWarning(given: Json): readonly OutcomeWarning[] {
  if (!isJsonObject(given)) return [];
  const { code = null, message = null, path = null } = given;
  if (typeof code !== 'string' || typeof message !== 'string') return [];
  return [{ code, message, ...(typeof path === 'string' ? { path } : {}) }];
}
