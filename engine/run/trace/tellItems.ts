import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';

/** How deep containers are looked into. */
const DEEPEST = 64;

/**
 * The message of an error with its items counted from 1, as in all that shows them. In the message itself, which expressions read and
 * runs record, they have their `index`, from 0.
 */
export function tellItems({ message, details }: Pick<RunError, 'message' | 'details'>): string {
  let told = '';
  let rest = message;
  let at: Json = details;
  for (let depth = 0; depth < DEEPEST && isJsonObject(at); depth += 1) {
    const { type, index, cause = null } = at;
    const own = `Item ${Number(index)} failed: `;
    const place = type === 'collection.item' ? rest.indexOf(own) : -1;
    if (place >= 0) {
      told += `${rest.slice(0, place)}Item ${Number(index) + 1} failed: `;
      rest = rest.slice(place + own.length);
    }
    at = cause;
  }
  return told + rest;
}

/** What an error says of the expression that it comes from, by itself or from inside of containers; null where it comes from none. */
export function failedExpression({ details }: Pick<RunError, 'details'>): JsonObject | null {
  let at: Json = details;
  for (let depth = 0; depth < DEEPEST && isJsonObject(at); depth += 1) {
    if (at['type'] === 'expression') return at;
    at = at['cause'] ?? null;
  }
  return null;
}
