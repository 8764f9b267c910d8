import type { InputProblem } from '../../session/run/index.ts';
import { type FormField, findField, keysOf, pointerTo } from './toFields.ts';

export interface FieldErrors {
  /** What is wrong with a field, by the JSON Pointer to its value. */
  readonly fields: ReadonlyMap<string, string>;
  /** What belongs to no field, in a sentence; null when there is nothing. */
  readonly other: string | null;
}

/** Nothing is wrong. */
export const NO_ERRORS: FieldErrors = { fields: new Map(), other: null };

const MISSING = /^is missing "(.*)"$/s;

/**
 * Puts each problem of a value at its field: by its place, and where a required one is missing, by its name.
 * @param what what the value is called in a sentence
 */
export function toFieldErrors(
  problems: readonly InputProblem[],
  fields: readonly FormField[],
  what = 'The input',
): FieldErrors {
  const byField = new Map<string, string>();
  const others: string[] = [];
  for (const { path, message } of problems) {
    const found = findMissing(fields, path, message) ?? findPlace(fields, path, message);
    if (found === null) others.push(path === '' ? `${what} ${message}.` : `${path} ${message}.`);
    else if (!byField.has(found.pointer)) byField.set(found.pointer, found.text);
  }
  return { fields: byField, other: others.length === 0 ? null : others.join(' ') };
}

interface FoundError {
  readonly pointer: string;
  readonly text: string;
}

function findMissing(fields: readonly FormField[], path: string, message: string): FoundError | null {
  const name = MISSING.exec(message)?.[1];
  if (name === undefined) return null;
  const pointer = pointerTo(path, name);
  const found = findField(fields, keysOf(pointer));
  return found?.rest.length === 0 ? { pointer, text: 'A value is required' } : null;
}

function findPlace(fields: readonly FormField[], path: string, message: string): FoundError | null {
  const found = findField(fields, keysOf(path));
  if (found === null) return null;
  return { pointer: found.pointer, text: capitalize([...found.rest, message].join(' ')) };
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
