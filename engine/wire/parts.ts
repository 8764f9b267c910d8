import { err, type Json, ok, type Result } from '../base/index.ts';
import type { RunError } from '../run/index.ts';
import {
  ANY,
  described,
  describeMisfit,
  type MessageShape,
  maybe,
  oneOf,
  readAs,
  record,
  text,
} from './MessageShape.ts';

/** Parts that several messages have. */

export const TEXT = text();

export const RUN_ERROR = record<RunError>({ code: TEXT, message: TEXT, details: ANY });

/** A time as text; in ms since the epoch by `Date.parse`. */
export const TIME: MessageShape<string> = {
  schema: { type: 'string', format: 'date-time', description: 'ISO 8601, in UTC, with milliseconds' },
  find: (value) =>
    typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? null : { path: [], reason: 'is not a time' },
};

/** A whole number from 0 on. */
export const COUNT = atLeast0('integer', 'is not a whole number from 0 on', Number.isSafeInteger);

/** A number from 0 up to what is told exactly: JSON such as `1e999` is none. */
export const AMOUNT = atLeast0('number', 'is not a number from 0 on', Number.isFinite);

function atLeast0(type: 'integer' | 'number', reason: string, isOne: (value: number) => boolean): MessageShape<number> {
  return {
    schema: { type, minimum: 0 },
    find: (value) =>
      typeof value === 'number' && isOne(value) && value >= 0 && value <= Number.MAX_SAFE_INTEGER
        ? null
        : { path: [], reason },
  };
}

/** A text with what it says. */
export function textOf(description: string): MessageShape<string> {
  return described(TEXT, description);
}

/** The same, or null, which means what is said of it. */
export function orNull<T>(shape: MessageShape<T>, description: string): MessageShape<T | null> {
  return described(maybe(shape), description);
}

/** One of these names as it is written; when it is read, it may be another one, which newer versions write. */
export function nameOf<const T extends string>(...names: readonly T[]): MessageShape<T> {
  return { ...oneOf(...names), find: TEXT.find };
}

/** Reads what a server answers. The error says in words where it does not fit. */
export function readAnswer<T>(shape: MessageShape<T>, answer: Json): Result<T, string> {
  const read = readAs(shape, answer);
  return read.ok ? ok(read.value) : err(describeMisfit(read.error, 'the answer'));
}
