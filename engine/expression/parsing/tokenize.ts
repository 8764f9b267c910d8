import { losesDigits } from '../../base/index.ts';
import type { ExpressionProblem } from '../tree/Expression.ts';
import type { Token } from '../tree/Template.ts';
import { readString } from './readString.ts';

export interface Tokens {
  /** Ends with one token of kind `end`. Characters that begin no token are omitted, with an error each. */
  readonly tokens: readonly Token[];
  readonly errors: readonly ExpressionProblem[];
}

const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[\p{L}\p{N}_$]+/uy;

/** Cuts `[start, end)` of a text into tokens (format.md 8). Offsets are in the text. Never throws. */
export function tokenize(text: string, start = 0, end = text.length): Tokens {
  const tokens: Token[] = [];
  const errors: ExpressionProblem[] = [];
  const source = end === text.length ? text : text.slice(0, end);
  let previous: Token | undefined;
  let at = start;
  while (at < source.length) {
    if (isBlank(source.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const token = readToken(source, at, previous, errors);
    if (token === null) {
      at = skipUnknown(source, at, errors);
      continue;
    }
    tokens.push(token);
    previous = token;
    at = token.end;
  }
  tokens.push({ kind: 'end', text: '', start: source.length, end: source.length });
  return { tokens, errors };
}

function readToken(source: string, at: number, previous: Token | undefined, errors: ExpressionProblem[]): Token | null {
  const code = source.charCodeAt(at);
  if (code === QUOTE || code === DOUBLE_QUOTE) return readString(source, at, errors);
  if (isNameStart(code)) {
    const isKey = previous?.kind === 'sign' && (previous.text === '.' || previous.text === '?.');
    const end = endOfName(source, at + 1, isKey);
    return { kind: 'name', text: source.slice(at, end), start: at, end };
  }
  if (isDigit(code) || (code === DOT && isDigit(source.charCodeAt(at + 1)) && !endsOperand(previous))) {
    return readNumber(source, at, matchAt(NUMBER, source, at) ?? '', errors);
  }
  const sign = readSign(source, at);
  return sign === null ? null : { kind: 'sign', text: sign, start: at, end: at + sign.length };
}

const QUOTE = 39;
const DOUBLE_QUOTE = 34;
const DOT = 46;
const HYPHEN = 45;

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9 || code === 0xa0 || code === 0xfeff;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** `A` to `Z` in either case, `_` and `$`. */
function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36;
}

/** Where a name that begins before `at` ends. A key, which follows a dot, may hold hyphens: `tasks.format-code`. */
function endOfName(source: string, at: number, isKey: boolean): number {
  let end = at;
  for (;;) {
    const code = source.charCodeAt(end);
    if (isNameStart(code) || isDigit(code)) end += 1;
    else if (isKey && code === HYPHEN && isNamePart(source.charCodeAt(end + 1))) end += 2;
    else return end;
  }
}

function isNamePart(code: number): boolean {
  return isNameStart(code) || isDigit(code);
}

const SINGLE_SIGNS = '()[]{},:+-*/%.';

/** The longest sign at a place; null when none begins there. */
function readSign(source: string, at: number): string | null {
  const char = source.charAt(at);
  if (source.startsWith('...', at)) return null;
  if (SINGLE_SIGNS.includes(char)) return char;
  const next = source.charAt(at + 1);
  switch (char) {
    case '=':
      if (next === '>') return '=>';
      if (next !== '=') return null;
      return source.charAt(at + 2) === '=' ? '===' : '==';
    case '!':
      if (next !== '=') return '!';
      return source.charAt(at + 2) === '=' ? '!==' : '!=';
    case '<':
      return next === '=' ? '<=' : '<';
    case '>':
      return next === '=' ? '>=' : '>';
    case '&':
      return next === '&' ? '&&' : null;
    case '|':
      return next === '|' ? '||' : '|';
    case '?':
      if (next === '?') return '??';
      return next === '.' && !isDigit(source.charCodeAt(at + 2)) ? '?.' : '?';
    default:
      return null;
  }
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
  else if (losesDigits(number)) {
    const message = `\`${number}\` is too long for an exact number. Put it in quotes: '${number}'.`;
    errors.push({ message, start: at, end: at + number.length });
  }
  return { kind: 'number', text, value: tail === '' ? Number(number) : 0, start: at, end: at + text.length };
}

const ADVICE: Readonly<Record<string, string>> = {
  '=': 'Compare with `==`; an expression cannot assign.',
  '&': 'Write `&&` for “and”.',
  '`': 'Write text in quotes and join it with `+`.',
  ';': 'One expression has no `;`.',
  '\\': 'A backslash is only allowed inside quotes.',
  '#': 'There are no comments in an expression.',
  '^': 'There is no operator `^`.',
  '~': 'There is no operator `~`.',
  '...': 'Join lists with flatten([a, b]) and maps with merge(a, b).',
};

function skipUnknown(source: string, at: number, errors: ExpressionProblem[]): number {
  const word = matchAt(WORD, source, at);
  const text = word ?? (source.startsWith('...', at) ? '...' : String.fromCodePoint(source.codePointAt(at) ?? 0));
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
