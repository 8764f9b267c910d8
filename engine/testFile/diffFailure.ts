import { isJsonObject, type Json, jsonObject, ownValue } from '../base/index.ts';
import { formatDuration } from '../model/index.ts';
import { diffValues, type ValueDiff } from '../text/index.ts';

/**
 * What was expected and what was received, side by side, with the path from what the message is about; null where the message says all. The same at a terminal,
 * for a CI and in the app.
 */
export function diffFailure(failure: Told): ValueDiff | null {
  const diff = compare(failure);
  const path = [failure.place, diff?.path].filter((part) => part !== undefined && part !== '').join('.');
  return diff === null ? null : { ...diff, path };
}

/** What an expectation of a test that was not met says of its values. */
interface Told {
  /** Which kind of expectation. */
  readonly code: string;
  readonly expected: Json;
  readonly actual: Json;
  /** Where both are in what the message is about; absent: they are the whole of it. */
  readonly place?: string;
  /** There is nothing where the value is expected. */
  readonly isAbsent?: true;
}

function compare({ code, expected, actual, isAbsent }: Told): ValueDiff | null {
  if (isAbsent === true) return diffValues(expected, undefined);
  switch (code) {
    case 'STATUS':
    case 'EQUALS':
    case 'ATTEMPTS':
    case 'TIMES':
    case 'CALLS':
    case 'SCORE':
      return diffValues(expected, actual);
    case 'WITH':
    case 'SENT':
    case 'OUTPUT':
    case 'TASK_OUTPUT':
      return diffValues(expected, namedIn(expected, actual));
    case 'PATH':
      return Array.isArray(expected) && Array.isArray(actual) ? diffValues(toLines(expected), toLines(actual)) : null;
    case 'WITHIN':
      return { kind: 'values', path: '', isFirst: false, expected: toDuration(expected), received: toDuration(actual) };
    default:
      return null;
  }
}

/** Of a value what an expected part of it names: nothing else matters. Items of a list that are not expected are whole. */
function namedIn(expected: Json | undefined, actual: Json): Json {
  if (Array.isArray(expected) && Array.isArray(actual))
    return actual.map((item: Json, index) => namedIn(expected[index], item));
  if (!isJsonObject(expected) || !isJsonObject(actual)) return actual;
  return jsonObject(
    Object.entries(expected).flatMap(([key, part]) => {
      const own = ownValue(actual, key);
      return own === undefined ? [] : [[key, namedIn(part, own)] as const];
    }),
  );
}

/** One task a line, in their order. */
function toLines(tasks: readonly Json[]): string | undefined {
  return tasks.length === 0 ? undefined : tasks.map(String).join('\n');
}

function toDuration(ms: Json): string {
  return typeof ms === 'number' ? formatDuration(ms) : JSON.stringify(ms);
}
