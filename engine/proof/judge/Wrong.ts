import { compareJson, type Json } from '../../base/index.ts';
import { cutText, type Path, partAt } from '../../text/index.ts';
import type { Mismatch } from '../play/matchValue.ts';
import type { Failure } from './Verdict.ts';

/** Something that is not as expected, at its place in the test file; `event`: where in the run. */
export interface Wrong
  extends Pick<Failure, 'code' | 'message' | 'expected' | 'actual' | 'place' | 'isAbsent' | 'event'> {
  readonly path: Path;
}

/** A value that is not as expected. @param what what has it, as it begins a sentence */
export function differs(
  code: Failure['code'],
  path: Path,
  { wrong, what, event = null }: { readonly wrong: Mismatch; readonly what: string; readonly event?: number | null },
): Wrong {
  const { expected, actual } = wrong;
  const place = wrong.at === '' ? {} : { place: wrong.at };
  const absent = actual === undefined ? ({ isAbsent: true } as const) : {};
  return {
    code,
    path,
    message: tellMismatch(what, wrong),
    expected: expected ?? null,
    actual: actual ?? null,
    ...place,
    ...absent,
    event,
  };
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

/** The keys of a mismatch, as they lead into a test file. */
export function stepsTo({ path }: Mismatch): Path {
  return path === '' ? [] : path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

/** So much of a value is in a message, in UTF-16 code units. */
const LONGEST = 300;

/** JSON as a message shows it: on one line, and cut. */
export function toText(value: Json): string {
  return cutText(JSON.stringify(value), LONGEST, ' …');
}
