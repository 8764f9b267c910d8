/** The offset of the first character of the line that holds `offset`; a byte order mark is no part of the first line. */
export function lineStart(text: string, offset: number): number {
  const start = offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 && text.startsWith('\ufeff') ? Math.min(1, offset) : start;
}

/** The offset behind the last character of the line, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end < 0) return text.length;
  return end > offset && text.charAt(end - 1) === '\r' ? end - 1 : end;
}

/** The offset behind the line break; the end of the text on the last line. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** Characters between the start of the line and `offset`. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Whether only blanks precede `offset` on its line. */
export function isFirstOnLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

/** Lines with an indent in front of each that holds anything. */
export function indentLines(lines: readonly string[], indent: number): string[] {
  const margin = ' '.repeat(indent);
  return lines.map((line) => (line === '' ? line : margin + line));
}

/** Lines moved to the left by a column, as far as they begin with blanks. */
export function dedentLines(lines: readonly string[], column: number): string[] {
  return lines.map((line) => (line.slice(0, column).trim() === '' ? line.slice(column) : line));
}

/**
 * Where a line goes that follows what ends at `offset`: behind its line and behind the comment lines directly below that
 * are indented more than `column`, since they belong to it.
 */
export function placeAfter(text: string, offset: number, column: number): number {
  let place = nextLine(text, offset);
  for (;;) {
    const comment = /^( *)#[^\n]*(?:\n|$)/.exec(text.slice(place, nextLine(text, place)));
    if (comment === null || (comment[1] ?? '').length <= column) return place;
    place += comment[0].length;
  }
}

/** The start of the first line from `offset`, itself a line's start, that is not blank. */
export function skipBlankLines(text: string, offset: number): number {
  let start = offset;
  while (start < text.length && text.slice(start, nextLine(text, start)).trim() === '') start = nextLine(text, start);
  return start;
}

/** The start of the comment lines directly above a line that are indented like it; the line's own start when there are none. */
export function attachedStart(text: string, offset: number): number {
  let start = lineStart(text, offset);
  const margin = text.slice(start, offset);
  while (start > 0) {
    const above = lineStart(text, start - 1);
    if (above === start || !text.slice(above, start).startsWith(`${margin}#`)) return start;
    start = above;
  }
  return start;
}

/** The start of the comments directly above a part that are indented like it; the part's own start when there are none. */
export function commentStart(text: string, offset: number): number {
  return attachedStart(text, offset) + columnOf(text, offset);
}

/** The end of a part's last line before its line break, what follows the part on that line included, and deeper comment lines below. */
export function partEnd(text: string, { start, end }: { readonly start: number; readonly end: number }): number {
  const column = columnOf(text, start);
  let last = text.charAt(end - 1) === '\n' ? end - 1 : lineEnd(text, end);
  for (;;) {
    const below = /^\r?\n( *)#[^\r\n]*/.exec(text.slice(last, last + 2000));
    if (below === null || (below[1] ?? '').length <= column) break;
    last += below[0].length;
  }
  return text.charAt(last - 1) === '\r' ? last - 1 : last;
}

/** Blank lines between two places. */
export function blankLinesBetween(text: string, from: number, to: number): number {
  const lines = text.slice(from, to).split('\n').slice(1, -1);
  return lines.filter((line) => line.trim() === '').length;
}
