import type { Files } from '../../author/index.ts';
import type { JsonObject } from '../../base/index.ts';
import { applyEdits, createLineIndex, type Diagnostic, type Fix } from '../../text/index.ts';

/** A diagnostic as answers have it: the words of `signalbox check`, and its fixes as changes that propose takes. */
export function toFinding(
  path: string,
  text: string,
  { code, severity, message, range, fixes }: Diagnostic,
): JsonObject {
  const { line, column } = createLineIndex(text).positionAt(range.start);
  const [fix] = fixes ?? [];
  const change = fix === undefined ? null : toChange(text, fix);
  return {
    path,
    line,
    column,
    severity,
    code,
    message,
    ...(fix === undefined || change === null ? {} : { fix: { title: fix.title, change: { ...change, path } } }),
  };
}

/** The diagnostics of a file, those that keep a run from starting first. */
export function toFindings(files: Files, path: string, found: readonly Diagnostic[]): readonly JsonObject[] {
  const order = ['error', 'warning', 'info'];
  const sorted = found.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  return sorted.map((diagnostic) => toFinding(path, files.get(path) ?? '', diagnostic));
}

/** Longest text of a fix that is told. */
const MOST_FIX = 2_000;

/** A fix as one edit of whole lines, as many as make them unique; null where that is too long. */
function toChange(text: string, { edits }: Fix): JsonObject | null {
  const [first, last] = [edits[0], edits.at(-1)];
  if (first === undefined || last === undefined) return null;
  let start = text.lastIndexOf('\n', first.start - 1) + 1;
  let end = endOfLine(text, last.end);
  while (isTwice(text, text.slice(start, end))) {
    if (end - start > MOST_FIX || (start === 0 && end === text.length)) return null;
    start = start === 0 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
    end = endOfLine(text, Math.min(text.length, end + 1));
  }
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  const old = text.slice(start, end);
  return end - start > MOST_FIX ? null : { edit: { old, new: applyEdits(old, moved) } };
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

function isTwice(text: string, part: string): boolean {
  return text.indexOf(part) !== text.lastIndexOf(part);
}
