import { isJsonObject, type Json } from '../../base/index.ts';
import type { Path } from '../../text/index.ts';
import type { Mismatch } from '../play/matchValue.ts';
import type { Failure } from './Verdict.ts';

/** Something that is not as expected, at its place in the test file; `event`: where in the run. */
export interface Wrong extends Pick<Failure, 'code' | 'message' | 'expected' | 'actual' | 'event'> {
  readonly path: Path;
}

/** A value that is not as expected. @param what what has it, as it begins a sentence */
export function differs(
  code: Failure['code'],
  path: Path,
  { wrong, what, event = null }: { readonly wrong: Mismatch; readonly what: string; readonly event?: number | null },
): Wrong {
  const { expected, actual, why } = wrong;
  const place = wrong.at === '' ? what : `${what} at ${wrong.at}`;
  const came = actual === undefined ? 'there is nothing' : `it is ${toText(actual)}`;
  const wanted = expected === undefined ? 'must not be there' : `must be ${toText(expected)}`;
  const told = why === undefined ? came : `${came}, and ${why}`;
  return {
    code,
    path,
    message: `${place} ${wanted}; ${told}.`,
    expected: expected ?? null,
    actual: actual ?? null,
    event,
  };
}

/** The keys of a mismatch, as they lead into a test file. */
export function stepsTo({ path }: Mismatch): Path {
  return path === '' ? [] : path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

/** JSON as a message shows it: on one line, and cut. */
export function toText(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 300 || !(isJsonObject(value) || Array.isArray(value) || typeof value === 'string')
    ? text
    : `${text.slice(0, 300).replace(/\p{Cs}$/u, '')} …`;
}
