import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';

/** How deep containers are looked into. */
const DEEPEST = 64;

/** What an error says of the expression that it comes from, by itself or from inside of containers; null where it comes from none. */
export function failedExpression({ details }: Pick<RunError, 'details'>): JsonObject | null {
  let at: Json = details;
  for (let depth = 0; depth < DEEPEST && isJsonObject(at); depth += 1) {
    if (at['type'] === 'expression') return at;
    at = at['cause'] ?? null;
  }
  return null;
}
