import type { TokenKind } from './tokenColours.ts';

/** A stretch of JavaScript of one kind; joined they are the text. */
export interface ScriptToken {
  readonly text: string;
  readonly kind: TokenKind;
}

const KEYWORDS = new Set(
  (
    'async await break case catch class const continue debugger default delete do else export extends finally for function if ' +
    'import in instanceof let new of return static super switch this throw try typeof var void while with yield'
  ).split(' '),
);
const CONSTANTS = new Set(['true', 'false', 'null', 'undefined', 'NaN', 'Infinity']);

const SPACE = /\s+/y;
const COMMENT = /\/\/.*|\/\*[^]*?(?:\*\/|$)/y;
const STRING = /"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|`(?:[^`\\]|\\[^])*`?/y;
const REGEXP = /\/(?![/*])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const NUMBER = /0[xob][\da-f_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?n?/iy;
const NAME = /[\p{ID_Start}$_#@][\p{ID_Continue}$]*/uy;

/** What a slash begins after: a regular expression; anywhere else it divides. */
const BEFORE_REGEXP = /[([{,;=:?!&|+*%^~<>-]$|^$/;

/** Cuts JavaScript into tokens, a template literal with its parts being one text. Never throws. */
export function tokenizeScript(text: string): readonly ScriptToken[] {
  const tokens: ScriptToken[] = [];
  let at = 0;
  let before = '';
  while (at < text.length) {
    const [kind, found] = readToken(text, at, before);
    tokens.push({ text: found, kind });
    at += found.length;
    if (kind !== 'comment' && found.trim() !== '') before = KEYWORDS.has(found) ? '' : found;
  }
  return tokens;
}

function readToken(text: string, at: number, before: string): readonly [TokenKind, string] {
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? null;
  };
  const space = take(SPACE);
  if (space !== null) return ['', space];
  const comment = take(COMMENT);
  if (comment !== null) return ['comment', comment];
  const string = take(STRING);
  if (string !== null) return ['string', string];
  const regexp = BEFORE_REGEXP.test(before) ? take(REGEXP) : null;
  if (regexp !== null) return ['regexp', regexp];
  const number = take(NUMBER);
  if (number !== null) return ['constant', number];
  const name = take(NAME);
  if (name === null) return ['delimiter', text.slice(at, at + 1)];
  if (KEYWORDS.has(name) && before !== '.') return ['keyword', name];
  if (CONSTANTS.has(name)) return ['constant', name];
  return [text[at + name.length] === '(' ? 'expression.function' : 'value', name];
}
