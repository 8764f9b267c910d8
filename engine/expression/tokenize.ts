import type { ExpressionProblem } from './Expression.ts';
import { readString } from './readString.ts';
import type { Token } from './Token.ts';

export interface Tokens {
  /** Ends with one token of kind `end`. Characters that begin no token are left out, with an error each. */
  readonly tokens: readonly Token[];
  readonly errors: readonly ExpressionProblem[];
}

/** Longest first, so that `===` is never read as `==` and `=`. */
const SIGN = /===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|=>|[()[\]{},:?.+\-*/%!<>|]/y;
const BLANK = /[ \t\r\n\u00a0\ufeff]+/y;
const NAME = /[A-Za-z_$][\w$]*/y;
/** After a dot a name may hold hyphens: `tasks.format-code`. */
const KEY = /[A-Za-z_$][\w$]*(?:-[\w$]+)*/y;
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[\p{L}\p{N}_$]+/uy;

/** Cuts `[start, end)` of a text into tokens (format.md 8). Offsets are in the text. Never throws. */
export function tokenize(text: string, start = 0, end = text.length): Tokens {
  const tokens: Token[] = [];
  const errors: ExpressionProblem[] = [];
  const source = end === text.length ? text : text.slice(0, end);
  let at = start;
  while (at < source.length) {
    const blank = matchAt(BLANK, source, at);
    if (blank !== null) {
      at += blank.length;
      continue;
    }
    const token = readToken(source, at, tokens.at(-1), errors);
    if (token === null) {
      at = skipUnknown(source, at, errors);
      continue;
    }
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ kind: 'end', text: '', start: source.length, end: source.length });
  return { tokens, errors };
}

function readToken(source: string, at: number, previous: Token | undefined, errors: ExpressionProblem[]): Token | null {
  const char = source[at];
  if (char === "'" || char === '"') return readString(source, at, errors);
  const isAfterDot = previous?.kind === 'sign' && (previous.text === '.' || previous.text === '?.');
  const name = matchAt(isAfterDot ? KEY : NAME, source, at);
  if (name !== null) return { kind: 'name', text: name, start: at, end: at + name.length };
  if (char !== '.' || !endsOperand(previous)) {
    const number = matchAt(NUMBER, source, at);
    if (number !== null) return readNumber(source, at, number, errors);
  }
  const sign = matchAt(SIGN, source, at);
  return sign === null ? null : { kind: 'sign', text: sign, start: at, end: at + sign.length };
}

/** Whether a dot after this token reads a key, rather than beginning a number such as `.5`. */
function endsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return token.kind !== 'sign' || token.text === ')' || token.text === ']' || token.text === '}';
}

/** A number that runs into letters (`5m`, `2nd`) is one mistake, not a number and a name. */
function readNumber(source: string, at: number, number: string, errors: ExpressionProblem[]): Token {
  const tail = matchAt(WORD, source, at + number.length) ?? '';
  const text = number + tail;
  if (tail !== '')
    errors.push({
      message: `\`${text}\` is not a number. Put text in quotes: '${text}'.`,
      start: at,
      end: at + text.length,
    });
  else if (!Number.isFinite(Number(number)))
    errors.push({ message: `\`${number}\` is too large a number.`, start: at, end: at + number.length });
  return { kind: 'number', text, value: tail === '' ? Number(number) : 0, start: at, end: at + text.length };
}

const ADVICE: Readonly<Record<string, string>> = {
  '=': 'Compare with `==`; an expression cannot assign.',
  '&': 'Write `&&` for “and”.',
  '`': 'Write text in quotes and join it with `+`.',
  ';': 'One expression has no `;`.',
  '\\': 'A backslash only stands inside quotes.',
  '#': 'There are no comments in an expression.',
  '^': 'There is no operator `^`.',
  '~': 'There is no operator `~`.',
};

function skipUnknown(source: string, at: number, errors: ExpressionProblem[]): number {
  const word = matchAt(WORD, source, at);
  const text = word ?? String.fromCodePoint(source.codePointAt(at) ?? 0);
  const advice =
    word === null
      ? (ADVICE[text] ?? 'Put text in quotes.')
      : `A name has only the letters A to Z, digits, _ and $. Write ['${word}'] for such a key.`;
  errors.push({ message: `\`${text}\` does not belong here. ${advice}`, start: at, end: at + text.length });
  return at + text.length;
}

function matchAt(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}
