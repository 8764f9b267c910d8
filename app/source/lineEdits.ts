import { minimalEdits, type TextEdit } from '#engine';

/**
 * The edits that turn one text into another, kept apart line by line where both have as many lines between their common
 * ends: a rename in twenty places then moves no cursor between them.
 */
export function lineEdits(before: string, after: string): readonly TextEdit[] {
  const [whole] = minimalEdits(before, after);
  if (whole === undefined) return [];
  const start = whole.start === 0 ? 0 : before.lastIndexOf('\n', whole.start - 1) + 1;
  const tail = before.indexOf('\n', whole.end);
  const end = tail === -1 ? before.length : tail;
  const old = before.slice(start, end).split('\n');
  const fresh = after.slice(start, after.length - (before.length - end)).split('\n');
  if (old.length !== fresh.length || old.length === 1) return [whole];
  const edits: TextEdit[] = [];
  let at = start;
  for (const [index, line] of old.entries()) {
    const [edit] = minimalEdits(line, fresh[index] ?? '');
    if (edit !== undefined) edits.push({ start: at + edit.start, end: at + edit.end, text: edit.text });
    at += line.length + 1;
  }
  return edits;
}
