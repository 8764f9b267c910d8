import type { TextEdit } from './TextEdit.ts';

/** Whether edits are sorted, disjoint and inside a text of the length given. Insertions at one place keep their order. */
export function areValidEdits(length: number, edits: readonly TextEdit[]): boolean {
  let end = 0;
  for (const edit of edits) {
    if (!Number.isInteger(edit.start) || !Number.isInteger(edit.end)) return false;
    if (edit.start < end || edit.end < edit.start || edit.end > length) return false;
    end = edit.end;
  }
  return true;
}

/** The text after the edits. Offsets refer to `text`; throws a `RangeError` for edits that are unsorted, overlap or lie outside. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  if (!areValidEdits(text.length, edits)) throw new RangeError('Edits must be sorted, disjoint and inside the text.');
  let result = '';
  let end = 0;
  for (const edit of edits) {
    result += text.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return result + text.slice(end);
}

/** The edits that turn `applyEdits(text, edits)` back into `text`; their offsets refer to the edited text. */
export function invertEdits(text: string, edits: readonly TextEdit[]): TextEdit[] {
  let shift = 0;
  return edits.map((edit) => {
    const start = edit.start + shift;
    shift += edit.text.length - (edit.end - edit.start);
    return { start, end: start + edit.text.length, text: text.slice(edit.start, edit.end) };
  });
}
