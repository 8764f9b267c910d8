import { createLineIndex, type LineIndex, type TextEdit, type TextRange } from '#engine';

/** A place in the editor's model: line and column from 1. */
export interface ModelPosition {
  readonly lineNumber: number;
  readonly column: number;
}

export interface ModelRange {
  readonly startLineNumber: number;
  readonly startColumn: number;
  readonly endLineNumber: number;
  readonly endColumn: number;
}

const BOM = '\ufeff';

/**
 * Our text next to the editor's model of it. The text is the truth: the model has no byte order mark and one kind of line
 * break, so places are mapped line by line, and what is typed gets the line breaks used around it.
 */
export interface TextMap {
  readonly text: string;
  /** What the editor shows. */
  readonly modelText: string;
  toOffset(position: ModelPosition): number;
  toPosition(offset: number): ModelPosition;
  toRange(range: TextRange): ModelRange;
  /** A change of the model, made before it is, as an edit of the text. */
  toEdit(range: ModelRange, typed: string): TextEdit;
}

/** Maps a text; the look-up of lines is made when it is first needed. */
export function createTextMap(text: string): TextMap {
  let index: LineIndex | undefined;
  const lines = (): LineIndex => (index ??= createLineIndex(text));
  const start = text.startsWith(BOM) ? 1 : 0;

  const toOffset = ({ lineNumber, column }: ModelPosition): number =>
    lines().offsetAt({ line: lineNumber, column: lineNumber === 1 ? column + start : column });
  const toPosition = (offset: number): ModelPosition => {
    const { line, column } = lines().positionAt(offset);
    return { lineNumber: line, column: line === 1 ? Math.max(1, column - start) : column };
  };

  return {
    text,
    modelText: toModelText(text),
    toOffset,
    toPosition,
    toRange(range) {
      const from = toPosition(range.start);
      const to = toPosition(range.end);
      return {
        startLineNumber: from.lineNumber,
        startColumn: from.column,
        endLineNumber: to.lineNumber,
        endColumn: to.column,
      };
    },
    toEdit(range, typed) {
      const from = toOffset({ lineNumber: range.startLineNumber, column: range.startColumn });
      const to = toOffset({ lineNumber: range.endLineNumber, column: range.endColumn });
      return { start: from, end: to, text: typed.replaceAll(/\r\n|\r|\n/g, breakAt(text, from)) };
    },
  };
}

/** A text as the editor's model holds it. */
export function toModelText(text: string): string {
  const shown = text.startsWith(BOM) ? text.slice(1) : text;
  return shown.includes('\r') ? shown.replaceAll(/\r\n?/g, '\n') : shown;
}

/** The line break that ends the line of an offset, else the one before it; LF in a text without any. */
function breakAt(text: string, offset: number): string {
  const pattern = /\r\n|\r|\n/g;
  pattern.lastIndex = offset > 0 && text[offset] === '\n' && text[offset - 1] === '\r' ? offset - 1 : offset;
  const next = pattern.exec(text)?.[0];
  if (next !== undefined) return next;
  const last = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  if (last === -1) return '\n';
  return text[last] === '\n' && text[last - 1] === '\r' ? '\r\n' : (text[last] ?? '\n');
}
