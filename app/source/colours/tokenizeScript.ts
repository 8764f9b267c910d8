/** Which of the product's colours each kind of token has, in the editor and in fields of code. */
export const TOKEN_COLOURS = {
  '': '--ink',
  key: '--tool',
  value: '--ink',
  string: '--success',
  number: '--ink',
  constant: '--wait',
  keyword: '--agent',
  regexp: '--success',
  comment: '--ink-3',
  delimiter: '--ink-2',
  anchor: '--container',
  brace: '--warning',
  'expression.name': '--agent',
  'expression.function': '--tool',
  'expression.string': '--success',
  'expression.number': '--wait',
  'expression.operator': '--ink-2',
} as const;

/** What a stretch of text is. */
export type TokenKind = keyof typeof TOKEN_COLOURS;

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

/** The tokens of one line of JavaScript by where each starts, and what the next line continues from. */
export interface ScriptLine {
  readonly tokens: readonly { readonly start: number; readonly kind: TokenKind }[];
  readonly after: string;
}

/**
 * Cuts one line as it is after those above it. @param before `after` of the line above, empty for the first one: what a text or a
 * comment that is still open began with, else the last token, which tells how to read a slash.
 */
export function tokenizeScriptLine(line: string, before: string): ScriptLine {
  const cut = tokenizeScript(`${before}${line}\n`);
  const tokens: { start: number; kind: TokenKind }[] = [];
  let end = -before.length;
  for (const { text, kind } of cut) {
    const start = Math.max(0, end);
    end += text.length;
    if (end > 0 && start < line.length) tokens.push({ start, kind });
  }
  const last = cut.at(-1);
  if (last?.text.endsWith('\n') && (last.kind === 'comment' || last.kind === 'string'))
    return { tokens, after: last.kind === 'comment' ? '/*' : last.text.slice(0, 1) };
  const told = cut.findLast(({ text, kind }) => kind !== 'comment' && text.trim() !== '');
  if (told === undefined) return { tokens, after: '' };
  return { tokens, after: told.kind === 'keyword' || told.kind === 'delimiter' ? `${told.text}\n` : 'a\n' };
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
