import { losesDigits } from '../../base/index.ts';
import type { ScalarNode } from '../tree/Syntax.ts';
import { CHAR, type Cursor, isEmptyAt } from './Cursor.ts';
import { resolveBlock, resolveDouble, resolveSingle } from './resolveText.ts';

/** Signs that start something else than a plain scalar. */
const SPECIAL: ReadonlySet<number> = new Set(',[]{}#&*!|>\'"%@`'.split('').map((char) => char.charCodeAt(0)));

/** A scalar on one line, outside of flow collections; undefined where there is no simple one. */
export function readScalar(cursor: Cursor): ScalarNode | undefined {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === CHAR.DOUBLE_QUOTE || code === CHAR.SINGLE_QUOTE) return readQuoted(cursor);
  return readPlain(cursor, false);
}

/** A plain scalar on one line; undefined where there is none, or an integer that is reported. */
export function readPlain(cursor: Cursor, isInFlow: boolean): ScalarNode | undefined {
  const { text, at: start } = cursor;
  const code = text.charCodeAt(start);
  if (SPECIAL.has(code)) return undefined;
  if (code === CHAR.COLON && isInFlow) return undefined;
  if (code === CHAR.DASH || code === CHAR.QUESTION || code === CHAR.COLON) {
    if (isEmptyAt(text, start + 1) || (isInFlow && isFlowSign(text.charCodeAt(start + 1)))) return undefined;
  }
  const end = isInFlow ? findFlowEnd(text, start) : findBlockEnd(text, start);
  if (end === start) return undefined;
  const source = text.slice(start, end);
  if (losesDigits(source)) return undefined;
  cursor.at = end;
  cursor.nodes += 1;
  // The library's lexer announces a plain scalar by a sign of its own.
  cursor.lexemes += 2;
  return toScalar(start, { value: resolvePlain(source), style: 'plain', source });
}

/** Behind the last character of a plain scalar: a colon, a comment or the end of the line is next. */
function findBlockEnd(text: string, start: number): number {
  let end = start;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === CHAR.NEWLINE) break;
    if (code === CHAR.BLANK) continue;
    if (code === CHAR.COLON && isEmptyAt(text, at + 1)) break;
    if (code === CHAR.HASH && text.charCodeAt(at - 1) === CHAR.BLANK) break;
    end = at + 1;
  }
  return end;
}

/** The same in a flow collection, whose signs end it too. */
function findFlowEnd(text: string, start: number): number {
  let end = start;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === CHAR.NEWLINE || isFlowSign(code)) break;
    if (code === CHAR.BLANK) continue;
    if (code === CHAR.COLON && (isEmptyAt(text, at + 1) || isFlowSign(text.charCodeAt(at + 1)))) break;
    if (code === CHAR.HASH && text.charCodeAt(at - 1) === CHAR.BLANK) break;
    end = at + 1;
  }
  return end;
}

function isFlowSign(code: number): boolean {
  return (
    code === CHAR.COMMA ||
    code === CHAR.OPEN_MAP ||
    code === CHAR.CLOSE_MAP ||
    code === CHAR.OPEN_LIST ||
    code === CHAR.CLOSE_LIST
  );
}

/** A quoted scalar on one line; undefined where it continues in the next line, or is wrong. */
export function readQuoted(cursor: Cursor): ScalarNode | undefined {
  const { text, at: start } = cursor;
  const quote = text.charCodeAt(start);
  const isDouble = quote === CHAR.DOUBLE_QUOTE;
  let hasEscapes = false;
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === CHAR.NEWLINE) return undefined;
    if (code === quote) {
      if (isDouble || text.charCodeAt(at + 1) !== quote) break;
    } else if (!isDouble || code !== CHAR.BACKSLASH) continue;
    hasEscapes = true;
    at += 1;
    if (text.charCodeAt(at) === CHAR.NEWLINE) return undefined;
  }
  if (at >= text.length) return undefined;
  const source = text.slice(start, at + 1);
  const resolve = isDouble ? resolveDouble : resolveSingle;
  const value = hasEscapes ? resolve(source) : source.slice(1, -1);
  if (value === undefined) return undefined;
  cursor.at = at + 1;
  cursor.nodes += 1;
  cursor.lexemes += 1;
  return toScalar(start, { value, style: isDouble ? 'double' : 'single', source });
}

const HEADER = /[|>]-?(?= *(?: #.*)?\n)/y;

/**
 * A text block in a map or list whose column is given; undefined where it is empty, or its header says more than how it is
 * folded and whether its last line break counts. The cursor is at the start of the line behind it.
 */
export function readBlockScalar(cursor: Cursor, column: number): ScalarNode | undefined {
  const { text, at: start } = cursor;
  HEADER.lastIndex = start;
  const header = HEADER.exec(text)?.[0];
  if (header === undefined) return undefined;
  const lineEnd = text.indexOf('\n', start);
  const rest = text.slice(start + header.length, lineEnd);
  const end = findBlockScalarEnd(text, lineEnd + 1, column);
  if (end === undefined) return undefined;
  const source = text.slice(lineEnd + 1, end);
  const form = { isFolded: header.startsWith('>'), isStripped: header.endsWith('-') };
  const value = resolveBlock(source.replace(/\n$/, '').split('\n'), form);
  if (value === undefined) return undefined;
  cursor.at = end;
  cursor.nodes += 1;
  const blanks = rest.startsWith(' ') ? 1 : 0;
  const comment = rest.includes('#') ? 1 : 0;
  // Its header, line break, announcement and lines.
  cursor.lexemes += 3 + blanks + comment + countLines(source);
  const last = endOfBlockScalar(text, start, end);
  return toScalar(start, {
    value,
    style: form.isFolded ? 'folded' : 'literal',
    source: text.slice(start, last),
  });
}

/** Behind the last line of a text block: the blank lines at its end are none of it, unless they are indented further. */
function findBlockScalarEnd(text: string, start: number, column: number): number | undefined {
  let indent = 0;
  let end = start;
  for (let line = start; line < text.length; ) {
    let at = line;
    while (text.charCodeAt(at) === CHAR.BLANK) at += 1;
    const isBlank = at >= text.length || text.charCodeAt(at) === CHAR.NEWLINE;
    if (!isBlank && indent === 0) {
      indent = at - line;
      if (indent <= column) return undefined;
    }
    if (!isBlank && at - line < indent) break;
    const next = text.indexOf('\n', at);
    if (next < 0 && isBlank) return undefined;
    const isPart = !isBlank || at - line > indent;
    line = next < 0 ? text.length : next + 1;
    if (isPart) end = line;
  }
  return indent === 0 ? undefined : end;
}

function countLines(source: string): number {
  let count = 1;
  for (let at = source.indexOf('\n'); at >= 0 && at < source.length - 1; at = source.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** A text block ends with its last line, without the line break; with `+` blank lines at its end belong to it. */
export function endOfBlockScalar(text: string, start: number, end: number): number {
  const header = /^[|>][^\s#]*/.exec(text.slice(start, start + 16))?.[0] ?? '';
  const source = text.slice(start, end);
  const trimmed = header.includes('+') ? source.replace(/\r?\n[ \t]*$/, '') : source.trimEnd();
  if (trimmed.includes('\n')) return start + trimmed.length;
  const firstLine = source.split(/\r?\n/, 1)[0] ?? '';
  return start + (header.includes('+') ? trimmed.length : firstLine.trimEnd().length);
}

function toScalar(start: number, { value, style, source }: Pick<ScalarNode, 'value' | 'style' | 'source'>): ScalarNode {
  return { kind: 'scalar', start, end: start + source.length, anchor: null, tag: null, value, style, source };
}

/** How a plain scalar starts that may be no text: a number, `~`, or a word such as `null`, `true` and `False`. */
const MAY_BE_TYPED = /^[-+.~\dnNtTfF]/;

/** What plain scalars are other than text by the core schema of YAML 1.2 (10.3.2), and their values. */
const TYPES: readonly (readonly [test: RegExp, read: (source: string) => ScalarNode['value']])[] = [
  [/^(?:~|[Nn]ull|NULL)$/, () => null],
  [/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/, (source) => /^t/i.test(source)],
  [/^0o[0-7]+$/, (source) => Number.parseInt(source.slice(2), 8)],
  [/^[-+]?\d+$/, (source) => Number.parseInt(source, 10)],
  [/^0x[\da-fA-F]+$/, (source) => Number.parseInt(source.slice(2), 16)],
  [/^\.(?:nan|NaN|NAN)$/, () => Number.NaN],
  [
    /^[-+]?\.(?:inf|Inf|INF)$/,
    (source) => (source.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY),
  ],
  [/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/, (source) => Number.parseFloat(source)],
];

/** The value of a plain scalar on one line by the core schema. */
function resolvePlain(source: string): ScalarNode['value'] {
  if (!MAY_BE_TYPED.test(source)) return source;
  const type = TYPES.find(([test]) => test.test(source));
  return type === undefined ? source : type[1](source);
}
