/** The offset of the first character of a line. */
function lineStart(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Whether nothing but blanks stands before an offset on its line. */
export function isFirstOnLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

/** The start of the comment lines directly above a part that are indented like it; the part's own start when there are none. */
export function attachedStart(text: string, offset: number): number {
  const margin = text.slice(lineStart(text, offset), offset);
  let start = offset;
  for (let line = lineStart(text, offset); line > 0; line = lineStart(text, line - 1)) {
    const above = lineStart(text, line - 1);
    if (!text.slice(above, line).startsWith(`${margin}#`)) break;
    start = above + margin.length;
  }
  return start;
}

/** The end of a part's last line before its line break, what stands beside it included, and deeper comment lines below. */
export function partEnd(text: string, { start, end }: { readonly start: number; readonly end: number }): number {
  const column = start - lineStart(text, start);
  let last = text.charAt(end - 1) === '\n' ? end - 1 : lineEnd(text, end);
  for (;;) {
    const below = /^\r?\n( *)#[^\r\n]*/.exec(text.slice(last, last + 2000));
    if (below === null || (below[1] ?? '').length <= column) break;
    last += below[0].length;
  }
  return text.charAt(last - 1) === '\r' ? last - 1 : last;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}
