import { compareJson, isJsonObject, type Json } from '../base/index.ts';
import { cutText, type DiffLine, diffLines, partAt } from './diffLines.ts';

/**
 * What differs between the value that was expected and the one that was received. `path` is where, by keys and indexes with dots between them; empty: the
 * whole. `isFirst`: it is the first of several places. Short values are shown on one line each. Texts with several lines, and maps and lists that differ in more than
 * one place, are shown by their lines: those that are `removed` were expected only, those that are `added` were received only.
 */
export type ValueDiff = { readonly path: string; readonly isFirst: boolean } & (
  | { readonly kind: 'values'; readonly expected: string; readonly received: string }
  | { readonly kind: 'lines'; readonly lines: readonly DiffLine[] }
);

/** Maps and lists are shown on one line up to this length, in UTF-16 code units. */
const SHORT = 80;
/** So much of anything else that is shown on one line. */
const LINE = 160;
/** So much of a line: some texts, such as an encoded file, have no line breaks. */
const MOST_IN_LINE = 500;
/** So many lines are shown at most. */
const MOST_LINES = 200;
/** So much of a value is read, in UTF-16 code units: beyond, there is nothing a person would look through. */
const MOST_READ = 200_000;

/** The difference of two values, made to be read. `undefined`: there is nothing. */
export function diffValues(expected: Json | undefined, received: Json | undefined): ValueDiff {
  if (expected === undefined || received === undefined)
    return { path: '', isFirst: false, ...show(expected, received) };
  const { changes, isCut } = compareJson(expected, received);
  const first = changes[0];
  const path = first?.path.join('.') ?? '';
  const isFirst = isCut || changes.length > 1;
  if (first === undefined || isFirst) return { path, isFirst, ...show(expected, received) };
  const older = first.kind === 'added' ? undefined : first.older;
  const newer = first.kind === 'removed' ? undefined : first.newer;
  return { path, isFirst, ...show(older, newer) };
}

type Shown = { readonly kind: 'values'; readonly expected: string; readonly received: string } | LinesShown;
type LinesShown = { readonly kind: 'lines'; readonly lines: readonly DiffLine[] };

function show(expected: Json | undefined, received: Json | undefined): Shown {
  const [one, other] = [onLine(expected), onLine(received)];
  const isShort = one.length <= SHORT && other.length <= SHORT && !hasBreaks(expected) && !hasBreaks(received);
  if (isShort || !(hasLines(expected) || hasLines(received))) {
    const [was, is] = partAt(one, other, LINE);
    return { kind: 'values', expected: was, received: is };
  }
  return { kind: 'lines', lines: bound(diffLines(inLines(expected), inLines(received))) };
}

function onLine(value: Json | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** Whether a value has more than one line where it is laid out. */
function hasLines(value: Json | undefined): boolean {
  return hasBreaks(value) || Array.isArray(value) || isJsonObject(value);
}

function hasBreaks(value: Json | undefined): boolean {
  return typeof value === 'string' && value.includes('\n');
}

/** A text as it is, anything else as indented JSON. */
function inLines(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  return cutText(typeof value === 'string' ? value : JSON.stringify(value, null, 2), MOST_READ);
}

function bound(lines: readonly DiffLine[]): readonly DiffLine[] {
  const shown = lines
    .slice(0, MOST_LINES)
    .map((line) => (line.kind === 'skipped' ? line : { ...line, text: cutText(line.text, MOST_IN_LINE) }));
  return lines.length <= MOST_LINES ? shown : [...shown, { kind: 'skipped', count: lines.length - MOST_LINES }];
}
