import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { tellFailure } from '../../expression/index.ts';
import type { RunError } from '../contract/Effect.ts';

/** How deep containers are looked into. */
const DEEPEST = 64;

/**
 * The message of an error as a person is told it: items count from 1, as in all that shows them, and what failed in an expression is
 * there as it is written, a wrong argument too. In the message itself, which expressions read and runs record, items have their
 * `index`, from 0, and expressions are not.
 */
export function tellError({ message, details }: Pick<RunError, 'message' | 'details'>): string {
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
    if (type === 'expression') rest = tellExpression(rest, at);
    at = cause;
  }
  return told + rest;
}

/** Puts what is told of an expression in the place of its reason, with which the message ends. */
function tellExpression(message: string, { reason, source, start, end }: JsonObject): string {
  if (typeof reason !== 'string' || typeof source !== 'string' || !message.endsWith(reason)) return message;
  const failure = { message: reason, source, start: Number(start), end: Number(end) };
  return message.slice(0, message.length - reason.length) + tellFailure(failure);
}
