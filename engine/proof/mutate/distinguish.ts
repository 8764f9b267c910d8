import { equalJson, isJsonObject, type Json, jsonObject, ownValue, toData } from '../../base/index.ts';
import type { RunEvent } from '../../run/index.ts';
import { parseSyntax, setValue } from '../../syntax/index.ts';
import { applyEdits } from '../../text/index.ts';
import { listCalls, sentBy } from '../cassette/listCalls.ts';
import type { PlayedTest } from '../play/playTest.ts';

/** Longer lines are not proposed. */
const MOST_CHARACTERS = 300;

/** Whether two runs went the same way, and their tasks got, sent and gave the same. Times are not compared. */
export function isAlike(one: PlayedTest, other: PlayedTest): boolean {
  if (one.view.status !== other.view.status || !equalJson(one.view.output ?? null, other.view.output ?? null))
    return false;
  return equalJson(stepsOf(one), stepsOf(other));
}

/** A line for `expect` that holds for a run and not for another one; null where none is short and says it. */
export function distinguish(usual: PlayedTest, other: PlayedTest): string | null {
  for (const [key, value] of proposals(usual, other)) {
    const line = toLine(key, value);
    if (line !== null) return line;
  }
  return null;
}

function* proposals(usual: PlayedTest, other: PlayedTest): Generator<readonly [string, Json]> {
  const [before, after] = [startsOf(usual), startsOf(other)];
  const ids = [...new Set([...before, ...after])];
  for (const id of ids) {
    const [count, others] = [before, after].map((starts) => starts.filter((start) => start === id).length);
    if (count === 0) yield ['never', [id]];
    else if (count !== undefined && count !== others) yield ['tasks', { [id]: { times: count } }];
  }
  yield* callProposals(ids, usual, other);
  for (const id of ids) {
    const [task, changed] = [usual.view.tasks.get(id), other.view.tasks.get(id)];
    if (task === undefined || changed === undefined) continue;
    if (task.attempts.length !== changed.attempts.length) yield ['tasks', { [id]: { attempts: task.attempts.length } }];
    const input = partOf(task.input, changed.input);
    if (input !== undefined) yield ['tasks', { [id]: { with: input } }];
    const output = partOf(task.output, changed.output);
    if (output !== undefined) yield ['tasks', { [id]: { output } }];
  }
  const output = partOf(usual.view.output, other.view.output);
  if (output !== undefined) yield ['output', output];
  if (!equalJson(before, after)) yield ['path', { exactly: before }];
}

/** How often tasks call something, and what the only call of one sends. */
function* callProposals(
  ids: readonly string[],
  usual: PlayedTest,
  other: PlayedTest,
): Generator<readonly [string, Json]> {
  const [before, after] = [listCalls(usual.events), listCalls(other.events)];
  const sentIn = (calls: typeof before, id: string): readonly Json[] =>
    calls.filter((call) => call.taskId === id && call.kind !== 'memory').map(sentBy);
  for (const id of ids) {
    const [sent, others] = [sentIn(before, id), sentIn(after, id)];
    if (sent.length !== others.length) yield ['tasks', { [id]: { calls: sent.length } }];
    const part = sent.length === 1 ? partOf(sent[0], others[0]) : undefined;
    if (part !== undefined) yield ['tasks', { [id]: { calls: [part] } }];
  }
}

/** What of a value another one has otherwise: of maps, the keys that differ. Undefined where nothing that can be expected does. */
function partOf(value: Json | undefined, other: Json | undefined): Json | undefined {
  if (value === undefined || (other !== undefined && equalJson(value, other))) return undefined;
  if (!isJsonObject(value) || !isJsonObject(other)) return value;
  const parts = Object.entries(value).flatMap(([key, item]): (readonly [string, Json])[] => {
    const part = partOf(item, ownValue(other, key));
    return part === undefined ? [] : [[key, part]];
  });
  return parts.length === 0 ? undefined : jsonObject(parts);
}

function toLine(key: string, value: Json): string | null {
  // Inside braces a value is written on one line.
  const text = `{ ${key}: 0 }`;
  const edits = setValue(parseSyntax(text), [key], toData(value));
  if (!edits.ok) return null;
  const line = applyEdits(text, edits.value).slice(1, -1).trim();
  // An expected text that looks like an expression would be one.
  return line.includes('\n') || line.includes('{{') || line.length > MOST_CHARACTERS ? null : line;
}

function startsOf({ events }: PlayedTest): string[] {
  return events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : []));
}

function stepsOf({ events }: PlayedTest): Json {
  return events.flatMap(stepOf);
}

function stepOf(event: RunEvent): readonly Json[] {
  switch (event.type) {
    case 'task.started':
      return [{ started: event.taskId, with: event.input }];
    case 'task.attempt':
      return [{ tried: event.taskId, attempt: event.attempt }];
    case 'effect.requested':
      return [{ asked: event.taskId, name: event.name, request: event.request }];
    case 'task.succeeded':
      return [{ succeeded: event.taskId, output: event.output }];
    case 'task.failed':
      return [{ failed: event.taskId, code: event.error.code, output: event.output }];
    default:
      return [];
  }
}
