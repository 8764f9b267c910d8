import { diffParts, minimalEdits, type TextEdit } from '../text/index.ts';

/** The edits that lead from one text to another: of each stretch of lines that differs, what its lines share at both ends is omitted. */
export function lineEdits(before: string, after: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let offset = 0;
  let removed = '';
  let added = '';
  const close = (): void => {
    for (const edit of minimalEdits(removed, added)) {
      edits.push({ start: offset + edit.start, end: offset + edit.end, text: edit.text });
    }
    offset += removed.length;
    removed = '';
    added = '';
  };
  for (const { kind, text } of diffParts(linesOf(before), linesOf(after))) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      close();
      offset += text.length;
    }
  }
  close();
  return edits;
}

/** With the break that ends each of them. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
}
