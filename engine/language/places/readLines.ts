/** A dash or a key of block YAML, at its column from 0. */
export interface Mark {
  readonly kind: 'dash' | 'key';
  readonly column: number;
  /** The text of a key, without quotes; empty for a dash. */
  readonly key: string;
}

/** One line as far as block structure goes. Offsets are in the document. */
export interface DocumentLine {
  readonly start: number;
  /** Without the line break. */
  readonly text: string;
  /** Dashes and at most one key, from left to right. None in blank lines, comments and block scalars. */
  readonly marks: readonly Mark[];
  /** Where the content behind the dashes begins: a column, the length of the line when there is none. */
  readonly content: number;
  /** Column behind the colon of the key; -1 without one. */
  readonly afterKey: number;
  /** True inside a `|` or `>` scalar. */
  readonly isScalarText: boolean;
}

const DASH = /-(?=\s|$)/y;
const KEY = /("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s'"#{}[\],&*!|>%@`][^:#]*?(?::(?=\S)[^:#]*?|#[^:#]*?)*)\s*:(?=\s|$)/y;
const BLOCK_SCALAR = /(?:^|\s)[|>][+-]?\d?[+-]?\s*(?:#.*)?$/;

/**
 * Reads the block structure of a text line by line, without parsing YAML: what is being typed has no tree yet, but its
 * columns show where it belongs. `end` is an offset; lines behind it are omitted.
 */
export function readLines(text: string, end: number): DocumentLine[] {
  const lines: DocumentLine[] = [];
  let start = 0;
  /** Column of the mark whose block scalar continues; -1 outside of one. */
  let scalarParent = -1;
  while (start <= Math.min(end, text.length)) {
    const found = text.indexOf('\n', start);
    const lineEnd = found === -1 ? text.length : found;
    const line = text.slice(start, lineEnd).replace(/\r$/, '');
    const indent = line.length - line.trimStart().length;
    if (scalarParent >= 0 && line.trim() !== '' && indent <= scalarParent) scalarParent = -1;
    const isScalarText = scalarParent >= 0;
    const read = isScalarText ? { marks: [], content: indent, afterKey: -1 } : readMarks(line, indent);
    lines.push({ start, text: line, isScalarText, ...read });
    const last = read.marks.at(-1);
    if (last !== undefined && BLOCK_SCALAR.test(line.slice(read.afterKey === -1 ? read.content : read.afterKey))) {
      scalarParent = last.kind === 'key' ? last.column : Math.max(0, last.column);
    }
    if (found === -1) break;
    start = found + 1;
  }
  return lines;
}

function readMarks(line: string, indent: number): { marks: Mark[]; content: number; afterKey: number } {
  const marks: Mark[] = [];
  let column = line.startsWith('\ufeff') ? indent + 1 : indent;
  for (;;) {
    DASH.lastIndex = column;
    if (!DASH.test(line)) break;
    marks.push({ kind: 'dash', column, key: '' });
    column += 1;
    while (line[column] === ' ') column += 1;
  }
  KEY.lastIndex = column;
  const key = KEY.exec(line);
  if (key === null || line[column] === '#') return { marks, content: column, afterKey: -1 };
  marks.push({ kind: 'key', column, key: unquote(key[1] ?? '') });
  return { marks, content: column, afterKey: column + key[0].length };
}

function unquote(key: string): string {
  const quote = key.charAt(0);
  return quote === '"' || quote === "'" ? key.slice(1, -1) : key;
}
