import { compareJson, type Json } from '../../base/index.ts';
import { cutText, type Path, type Position, partAt } from '../../text/index.ts';
import { type MatchScope, type Mismatch, matchValue } from '../play/matchValue.ts';
import type { PlayStop } from '../play/playTest.ts';

/** The result of a test. Plain data, the same for the same texts. */
export interface Verdict {
  readonly name: string;
  readonly passed: boolean;
  /** How its run ended; `running` where it was stopped, `pending` where it was not played. */
  readonly status: string;
  /** ms of virtual time. */
  readonly duration: number;
  /** How many tasks started. */
  readonly steps: number;
  /** Where the test is in its file; lines and columns from 1. */
  readonly at: Position;
  /** All that is not as expected; empty where it passed. */
  readonly failures: readonly Failure[];
}

/** One expectation that a run did not meet. */
export interface Failure {
  readonly code: FailureCode;
  /** What was expected, what came, and what to do where that is known. */
  readonly message: string;
  readonly expected: Json;
  readonly actual: Json;
  /** Where both are in what the message is about, by keys and indexes with dots between them; absent: they are the whole of it. */
  readonly place?: string;
  /** There is nothing where the value is expected; `actual` is null then. */
  readonly isAbsent?: true;
  /** Where the expectation is in the test file. */
  readonly at: Position;
  /** The task it is about, with where it is in the workflow; null: the run. */
  readonly task: { readonly id: string; readonly at: Position | null } | null;
  /** Number of the event at which it went wrong; null: at the end. */
  readonly event: number | null;
  /** When that was, in ms of virtual time after the start; null: at the end. */
  readonly after: number | null;
}

/** Codes of what a run can fail a test by, besides why it was stopped. */
export const EXPECTATION_CODES = [
  'STATUS',
  'PATH',
  'NEVER',
  'ATTEMPTS',
  'TIMES',
  'CALLS',
  'USE',
  'SENT',
  'WITH',
  'TASK_OUTPUT',
  'OUTPUT',
  'EQUALS',
  'THAT',
  'WITHIN',
  'SCORE',
] as const;

/** Codes that begin with `TEST_` are of what is wrong in the test itself, as `check` says it. */
type FailureCode = PlayStop['code'] | (typeof EXPECTATION_CODES)[number] | `TEST_${string}`;

/** Something that is not as expected. */
export interface Wrong extends Pick<Failure, 'code' | 'message' | 'place'> {
  /** Where the expectation is in the test file. */
  readonly path: Path;
  /** Undefined: nothing may be at the end of `path`. */
  readonly expected: Json | undefined;
  /** Undefined: there is nothing. */
  readonly actual: Json | undefined;
  /** The task that it is about, by its name in the test or its id; absent: the run. */
  readonly task?: string | null;
  /** As in {@link Failure}; absent: at the end. */
  readonly event?: number | null;
}

/** A value of which a part is expected. */
interface JudgedValue {
  /** Where in the test file; `expected` is undefined where nothing is. */
  readonly path: Path;
  readonly expected: Json | undefined;
  readonly actual: Json;
  readonly scope: MatchScope;
  /** What has it, as it begins a sentence. */
  readonly what: string;
  readonly event?: number | null;
}

/** Where a value is not as expected. */
export function judgeValue(code: Failure['code'], { path, expected, actual, scope, what, event = null }: JudgedValue) {
  const wrong = expected === undefined ? [] : matchValue(expected, actual, scope);
  return wrong.map((each): Wrong => {
    const place = each.at === '' ? {} : { place: each.at };
    const message = tellMismatch(what, each);
    return {
      code,
      path: [...path, ...each.path],
      message,
      expected: each.expected,
      actual: each.actual,
      ...place,
      event,
    };
  });
}

/** A whole value that is not as expected, told by the place at which it differs first. */
export function differsInWhole(expected: Json, actual: Json, what: string): string {
  const { changes, isCut } = compareJson(expected, actual);
  const [first] = changes;
  if (first === undefined) return tellMismatch(what, { at: '', expected, actual });
  const path = first.path.join('.');
  const more =
    changes.length === 1
      ? ''
      : ` ${isCut ? 'Many' : changes.length - 1} more ${changes.length === 2 ? 'place differs' : 'places differ'}.`;
  if (first.kind === 'added')
    return `${tellMismatch(what, { at: path, expected: undefined, actual: first.newer })}${more}`;
  const came = first.kind === 'removed' ? undefined : first.newer;
  return `${tellMismatch(what, { at: path, expected: first.older, actual: came })}${more}`;
}

function tellMismatch(what: string, { at, expected, actual, why }: Omit<Mismatch, 'path'>): string {
  if (expected === undefined) return `${what} must have nothing at ${at}; there is ${toText(actual ?? null)}.`;
  const place = at === '' ? what : `${what} at ${at}`;
  const [wanted, is] =
    actual === undefined ? [toText(expected), null] : partAt(JSON.stringify(expected), JSON.stringify(actual), LONGEST);
  const came = is === null ? 'there is nothing' : `it is ${is}`;
  return `${place} must be ${wanted}; ${why === undefined ? came : `${came}, and ${why}`}.`;
}

/** So much of a value is in a message, in UTF-16 code units. */
const LONGEST = 300;

/** JSON as a message shows it: on one line, and cut. */
export function toText(value: Json): string {
  return cutText(JSON.stringify(value), LONGEST, ' …');
}
