import { isJsonObject, type Json, ownValue } from '../../base/index.ts';

/** What a value is, in the words of messages. */
export function describeKind(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    default:
      return 'a map';
  }
}

/**
 * Truth as in JavaScript: null, false, 0 and empty text are false. For a condition the texts `false` and `0` are false
 * too (format.md 8), since a variable or a form may hold them as text.
 */
export function isTruthy(value: Json, options?: { readonly condition: boolean }): boolean {
  if (options?.condition === true && (value === 'false' || value === '0')) return false;
  return Boolean(value);
}

/** Reads an item of a list by index, or an own key of a map; undefined when there is none, also of null and of scalars. */
export function readKey(value: Json, key: Json): Json | undefined {
  if (typeof key === 'string') return isJsonObject(value) ? ownValue(value, key) : undefined;
  if (typeof key !== 'number') return undefined;
  if (Array.isArray(value)) return value[key] as Json | undefined;
  return isJsonObject(value) ? ownValue(value, String(key)) : undefined;
}

/**
 * Order of two values of one kind: negative, zero or positive. Text goes by UTF-16 code units, so that order is the same
 * on every machine; false comes before true. Undefined when they cannot be ordered.
 */
export function compareValues(a: Json, b: Json): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return undefined;
}

/** A value in a message: short, on one line. */
export function quoteValue(value: string): string {
  const short = value.length > 40 ? `${value.slice(0, 39)}…` : value;
  return `'${short.replaceAll('\n', '\\n')}'`;
}
