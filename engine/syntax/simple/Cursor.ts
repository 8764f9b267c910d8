/** Where a reader is in a text, and what it has read. */
export interface Cursor {
  readonly text: string;
  at: number;
  /** The column of `at`, from 0; -1 behind the last line that holds anything. */
  column: number;
  /** Keys and values, those among them that are not written. */
  nodes: number;
  /** Signs and lines, as the library's lexer counts them. */
  lexemes: number;
}

/** Character codes with a meaning in YAML. */
export const CHAR = {
  NEWLINE: 10,
  BLANK: 32,
  DOUBLE_QUOTE: 34,
  HASH: 35,
  SINGLE_QUOTE: 39,
  COMMA: 44,
  DASH: 45,
  COLON: 58,
  GREATER: 62,
  QUESTION: 63,
  OPEN_LIST: 91,
  BACKSLASH: 92,
  CLOSE_LIST: 93,
  OPEN_MAP: 123,
  PIPE: 124,
  CLOSE_MAP: 125,
} as const;

/** Whether a place holds a blank, a line break or the end of the text. */
export function isEmptyAt(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) === CHAR.BLANK || text.charCodeAt(at) === CHAR.NEWLINE;
}

/** Whether the cursor is at a dash that starts an item. */
export function isAtDash({ text, at }: Cursor): boolean {
  return text.charCodeAt(at) === CHAR.DASH && isEmptyAt(text, at + 1);
}

/** Whether the cursor is at a colon that ends a key. */
export function isAtColon({ text, at }: Cursor): boolean {
  return text.charCodeAt(at) === CHAR.COLON && isEmptyAt(text, at + 1);
}

/** Whether nothing follows on the line of the cursor but a comment. */
export function isAtLineEnd({ text, at }: Cursor): boolean {
  return at >= text.length || text.charCodeAt(at) === CHAR.NEWLINE || text.charCodeAt(at) === CHAR.HASH;
}

/** Moves over blanks; answers how many there were. */
export function skipBlanks(cursor: Cursor): number {
  const { text, at } = cursor;
  let end = at;
  while (text.charCodeAt(end) === CHAR.BLANK) end += 1;
  if (end > at) cursor.lexemes += 1;
  cursor.at = end;
  return end - at;
}

/** Moves over the rest of a line, as {@link findContent} does; false where something other than a comment follows on it. */
export function endLine(cursor: Cursor): boolean {
  const { text } = cursor;
  skipBlanks(cursor);
  if (!isAtLineEnd(cursor)) return false;
  if (text.charCodeAt(cursor.at) === CHAR.HASH) {
    if (text.charCodeAt(cursor.at - 1) !== CHAR.BLANK) return false;
    skipComment(cursor);
  }
  skipNewline(cursor);
  return findContent(cursor);
}

/**
 * Moves from the start of a line to the first character that is in no comment; false at the sign of another document. Behind
 * the last line the column is -1.
 */
export function findContent(cursor: Cursor): boolean {
  const { text } = cursor;
  for (;;) {
    const indent = skipBlanks(cursor);
    if (cursor.at >= text.length) break;
    if (!isAtLineEnd(cursor)) {
      cursor.column = indent;
      return indent > 0 || !(text.startsWith('---', cursor.at) || text.startsWith('...', cursor.at));
    }
    if (text.charCodeAt(cursor.at) === CHAR.HASH) skipComment(cursor);
    skipNewline(cursor);
  }
  cursor.column = -1;
  return true;
}

function skipComment(cursor: Cursor): void {
  const end = cursor.text.indexOf('\n', cursor.at);
  cursor.at = end < 0 ? cursor.text.length : end;
  cursor.lexemes += 1;
}

function skipNewline(cursor: Cursor): void {
  if (cursor.at < cursor.text.length) {
    cursor.at += 1;
    cursor.lexemes += 1;
  }
}
