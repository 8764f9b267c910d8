import { isJsonObject, type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { findNamed } from '../../testFile/index.ts';
import type { PlayedTest } from '../play/playTest.ts';

/** A longer value says little to somebody who reads the test. */
const LONGEST = 300;

/** Of a longer map, as much is told as is short. */
const LONGEST_PART = 80;

/** A header without what it is for: in a test, a secret has no value. */
const BLANK = /^\s*(?:bearer|basic|token)?\s*$/i;

/**
 * A value as a test expects it: all of it, where it can be written down and is short; else the parts of it that are. Null where there is none.
 */
export function tellValue(value: Json): Json | null {
  if (!isJsonObject(value)) {
    if (value === null || isTemplate(value) || lengthOf(value) > LONGEST) return null;
    return Array.isArray(value) ? { exactly: value } : value;
  }
  const told = tellable(value);
  const isAll = lengthOf(told) === lengthOf(value);
  if (isAll && lengthOf(value) <= LONGEST) return { exactly: value };
  const parts = Object.entries(told).filter(([, part]) => lengthOf(told) <= LONGEST || lengthOf(part) <= LONGEST_PART);
  return parts.length === 0 ? null : jsonObject(parts);
}

/** Whether a value has a text that would be read as an expression. */
export function isTemplate(value: Json): boolean {
  return JSON.stringify(value).includes('{{');
}

/** What of a map can be written down. */
function tellable(value: JsonObject): JsonObject {
  const parts = Object.entries(value).map(
    ([key, part]) => [key, key === 'headers' ? withoutBlank(part) : part] as const,
  );
  return jsonObject(parts.filter(([, part]) => part !== undefined && !isTemplate(part)) as [string, Json][]);
}

/** Headers that say something; undefined where none does. */
function withoutBlank(headers: Json): Json | undefined {
  if (!isJsonObject(headers)) return headers;
  const told = Object.entries(headers).filter(([, text]) => !isTemplate(text) && !isBlank(text));
  return told.length === 0 ? undefined : jsonObject(told);
}

function isBlank(header: Json): boolean {
  return header === null || (typeof header === 'string' && BLANK.test(header));
}

function lengthOf(value: Json): number {
  return JSON.stringify(value).length;
}

/** The tasks of a run that no tool stands for, each once, in the order in which they started first. */
export function startedTasks({ events }: Pick<PlayedTest, 'events'>, { graph }: Analysis): readonly string[] {
  const started = events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : []));
  return [...new Set(started)].filter((id) => graph.nodes.get(id)?.isReachable === true);
}

/** What a `path` becomes that a run did not take; null: it did. Its tasks in the order in which they started; where one did not, the whole way. */
export function pathOf(
  path: readonly string[],
  played: Pick<PlayedTest, 'events'>,
  analysis: Analysis,
): readonly string[] | null {
  const ids = path.map((name) => findNamed(analysis.graph, name)?.id ?? name);
  const starts = played.events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : []));
  let next = 0;
  for (const id of starts) if (id === ids[next]) next += 1;
  if (next === ids.length) return null;
  const wanted = new Map<string, string[]>();
  for (const [index, id] of ids.entries()) wanted.set(id, [...(wanted.get(id) ?? []), path[index] ?? id]);
  const ordered = starts.flatMap((id) => wanted.get(id)?.shift() ?? []);
  return ordered.length === path.length ? ordered : startedTasks(played, analysis);
}
