/** A place as people count: line and column from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Offsets of one text as lines and columns. Lines end with LF, CRLF or CR. */
export interface LineIndex {
  readonly lineCount: number;
  /** Offsets outside the text are taken as its start or end. */
  positionAt(offset: number): Position;
  /** A place outside the text is taken as the nearest inside; a column stays on its line, before the line break. */
  offsetAt(position: Position): number;
}

/** Indexes the lines of a text, once; each look-up then takes logarithmic time. */
export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  const startOf = (line: number): number => starts[line] ?? text.length;
  return {
    lineCount: starts.length,
    positionAt(offset) {
      const place = Math.min(Math.max(offset, 0), text.length);
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (startOf(middle) <= place) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: place - startOf(low) + 1 };
    },
    offsetAt({ line, column }) {
      if (line < 1) return 0;
      if (line > starts.length) return text.length;
      const start = startOf(line - 1);
      let end = startOf(line);
      if (end > start && text[end - 1] === '\n' && line < starts.length) end -= 1;
      if (end > start && text[end - 1] === '\r' && line < starts.length) end -= 1;
      return Math.min(start + Math.max(column - 1, 0), end);
    },
  };
}
