import type { ExpressionProblem } from '../tree/Expression.ts';
import type { Token } from '../tree/Template.ts';

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '/': '/',
};
const UNICODE_ESCAPE = /u(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,6})\})/y;

/**
 * Reads quoted text whose quote is at `at`. Escapes: `\n \r \t \\ \' \" \/ \uXXXX \u{X}`. A backslash before any
 * other character stays, so that `'\d+'` is the regular expression it looks like.
 */
export function readString(source: string, at: number, errors: ExpressionProblem[]): Token {
  const quote = source[at];
  let value = '';
  let offset = at + 1;
  while (offset < source.length && source[offset] !== quote) {
    if (source[offset] !== '\\') {
      value += source[offset];
      offset += 1;
      continue;
    }
    const escape = readEscape(source, offset, errors);
    value += escape.value;
    offset = escape.end;
  }
  const isClosed = offset < source.length;
  const end = isClosed ? offset + 1 : source.length;
  if (!isClosed) errors.push({ message: `The quote ${quote} is not closed.`, start: at, end });
  return { kind: 'string', text: source.slice(at, end), value, start: at, end };
}

function readEscape(source: string, at: number, errors: ExpressionProblem[]): { value: string; end: number } {
  const char = source[at + 1];
  if (char === undefined) return { value: '\\', end: at + 1 };
  if (char === 'u') return readUnicodeEscape(source, at, errors);
  const simple = Object.hasOwn(SIMPLE_ESCAPES, char) ? SIMPLE_ESCAPES[char] : undefined;
  return { value: simple ?? `\\${char}`, end: at + 2 };
}

function readUnicodeEscape(source: string, at: number, errors: ExpressionProblem[]): { value: string; end: number } {
  UNICODE_ESCAPE.lastIndex = at + 1;
  const match = UNICODE_ESCAPE.exec(source);
  const code = Number.parseInt(match?.[1] ?? match?.[2] ?? '', 16);
  if (match === null || code > 0x10ffff) {
    errors.push({
      message: 'Write `\\u` with four hex digits, as in `\\u00e9`.',
      start: at,
      end: Math.min(at + 2, source.length),
    });
    return { value: '', end: at + 2 };
  }
  return { value: String.fromCodePoint(code), end: at + 1 + match[0].length };
}

/**
 * The offset just after the quoted text that begins at `at`, or -1 when it is not closed: the same reading as
 * {@link readString}, for finding the end of a `{{ }}`.
 */
export function skipString(source: string, at: number): number {
  const quote = source[at];
  for (let offset = at + 1; offset < source.length; offset += 1) {
    if (source[offset] === '\\') offset += 1;
    else if (source[offset] === quote) return offset + 1;
  }
  return -1;
}
