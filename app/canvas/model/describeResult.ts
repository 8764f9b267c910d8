import { isJsonObject, type Json, ownValue } from '#engine/values';
import type { Kind } from '../../ui/index.ts';

/** Longest result of a card, in characters: more than its line shows. */
const MOST_CHARACTERS = 120;

/** How many values of a map, or entries of a list, are read: enough for a line. */
const MOST_VALUES = 4;

/**
 * The last output of a task as the one line of its card: a text as it is, the route a decision took, the values of a map
 * (`technical · high`), the length of a list (`2 pages`), its only entry. Null where there is nothing to say. Time is bounded, whatever the size.
 */
export function describeResult(kind: Kind, output: Json): string | null {
  const said = kind === 'decision' && isJsonObject(output) ? (ownValue(output, 'route') ?? output) : output;
  const line = describe(said);
  return line === '' ? null : line;
}

function describe(value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) return countOf(value.length, 'item');
  if (typeof value !== 'object') return oneLine(String(value));
  if (!isJsonObject(value)) return '';
  const keys = Object.keys(value);
  const shown = keys.slice(0, MOST_VALUES).flatMap((key) => describeEntry(key, ownValue(value, key) ?? null));
  return oneLine(shown.join(' · '));
}

/** A value of a map: a text says by itself what it is, all else needs its key. */
function describeEntry(key: string, value: Json): readonly string[] {
  if (value === null || value === '') return [];
  if (Array.isArray(value)) return [value.length === 1 ? describe(value[0] ?? null) : `${value.length} ${key}`];
  if (typeof value === 'string') return [oneLine(value)];
  return typeof value === 'object' ? [key] : [`${key} ${String(value)}`];
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function oneLine(text: string): string {
  return text.slice(0, MOST_CHARACTERS).replace(/\s+/g, ' ').trim();
}
