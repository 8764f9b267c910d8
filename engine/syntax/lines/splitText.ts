import { MAX_NODES } from './limits.ts';

/** A stretch of text that can be read by itself: lines from `start` up to `end`. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** One entry of the top map. With `items` its value is a block list, and the entry's own stretch ends before the first dash. */
export interface EntryStretch extends Stretch {
  readonly items: readonly Stretch[] | null;
  /** Blanks in front of the dashes; -1 without items. */
  readonly indent: number;
}

/** A line of text. */
export interface IndentedLine {
  readonly start: number;
  /** Behind the line break. */
  readonly end: number;
  /** Blanks before the first character; 0 for a line that starts with a tab. */
  readonly indent: number;
  /** The first character that is no blank; empty when there is none. */
  readonly char: string;
}

/** A key may have 1,024 characters: looking further would take too long, or all of the stack. */
const KEY_LINE =
  /(?:"(?:[^"\\\n]|\\.){0,1024}"|'(?:[^'\n]|''){0,1024}'|[^\s\-?:,[\]{}#&*!|>'"%@`][^\n]{0,1024}?|[?:-][^\s][^\n]{0,1024}?)[ \t]{0,1024}:(?:\s|$)/y;
/** A key with nothing behind its colon but a comment. */
export const LIST_KEY_LINE =
  /(?:"(?:[^"\\\n]|\\.){0,1024}"|'(?:[^'\n]|''){0,1024}'|[\w-]{1,1024}):[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;

/**
 * Cuts a text that is a block map into its top entries, and those that hold a block list into its items, by the indent of
 * lines alone: in YAML no line of an entry is indented as little as its key, except its list's dashes and a closing
 * bracket. Null when the text is no such map, has more keys than are read, or uses what needs the whole stream (directives,
 * several documents).
 */
export function splitText(text: string): EntryStretch[] | null {
  const starts: number[] = [];
  for (let line = firstLine(text); line !== null; line = lineAt(text, skipIndented(text, line.end, starts.length))) {
    if (line.char === '' || line.char === '#') continue;
    if (continues(text, line)) {
      if (starts.length === 0) return null;
      continue;
    }
    if (isDocumentStart(text, line)) {
      if (starts.length > 0 || hasContent(text.slice(0, line.start))) return null;
      continue;
    }
    if (isSpecial(text, line.start, starts.length > 0)) return null;
    if (starts.length === 0 && !matchesAt(KEY_LINE, text, line.start)) return null;
    starts.push(line.start);
    if (starts.length > MAX_NODES) return null;
  }
  if (starts.length === 0) return null;
  return starts.map((start, index) => splitEntry(text, start, starts[index + 1] ?? text.length));
}

/** A line that belongs to the entry above it. */
function continues(text: string, line: IndentedLine): boolean {
  return line.indent > 0 || text.charAt(line.start) === '\t' || isClosing(line.char) || isDash(text, line.start);
}

/** A line `---` with at most a comment. */
function isDocumentStart(text: string, line: IndentedLine): boolean {
  return text.startsWith('---', line.start) && /^---[ \t]*(?:#.*)?\r?\n?$/.test(text.slice(line.start, line.end));
}

function splitEntry(text: string, start: number, end: number): EntryStretch {
  const whole: EntryStretch = { start, end, items: null, indent: -1 };
  if (!matchesAt(LIST_KEY_LINE, text, start)) return whole;
  const first = lineAt(text, start)?.end ?? end;
  const indent = findDashes(text, first, end);
  const items = indent === null ? null : splitItems(text, { start: first, end }, { indent, outside: 0 });
  const [head] = items ?? [];
  return items === null || indent === null || head === undefined ? whole : { start, end: head.start, items, indent };
}

/** The indent of the first line that holds anything; null when that is no dash, or there is none. */
export function findDashes(text: string, start: number, end: number): number | null {
  for (let line = lineAt(text, start); line !== null && line.start < end; line = lineAt(text, line.end)) {
    if (line.char === '' || line.char === '#') continue;
    return isDash(text, line.start + line.indent) ? line.indent : null;
  }
  return null;
}

/** How far the lines of a block list are indented. */
export interface ListIndent {
  /** Blanks in front of its dashes. */
  readonly indent: number;
  /** A line with at most so many blanks that is no item ends the list; one with more is a mistake inside it. */
  readonly outside: number;
}

/**
 * The items of a block list in a stretch of whole lines; what comes before the first of them belongs to none, what is
 * indented wrongly to the one before it. Null when a line is part of no item.
 */
export function splitItems(text: string, { start, end }: Stretch, { indent, outside }: ListIndent): Stretch[] | null {
  const items: number[] = [];
  for (
    let line = lineAt(text, start);
    line !== null && line.start < end;
    line = lineAt(text, skipDeeper(text, line.end, indent))
  ) {
    if (line.char === '' || line.char === '#') continue;
    const place = line.start + indent;
    if (line.indent > indent || (line.indent === indent && isClosing(line.char))) continue;
    if (line.indent === indent && isDash(text, place)) items.push(line.start);
    else if (items.length === 0 || (line.indent <= outside && !startsWithTab(text, line))) return null;
  }
  return items.map((item, index) => ({ start: item, end: items[index + 1] ?? end }));
}

/** Whether a line is indented with a tab, which YAML forbids: it belongs to the line above. */
export function startsWithTab(text: string, { start, indent }: IndentedLine): boolean {
  return text.charAt(start + indent) === '\t';
}

/** The first line from `start` that is not indented: behind a key all lines before it belong to the key, whatever they hold. */
function skipIndented(text: string, start: number, keys: number): number {
  return keys === 0 ? start : skipDeeper(text, start, 0);
}

/** The first line from `start` that is indented by at most `indent` blanks. */
function skipDeeper(text: string, start: number, indent: number): number {
  let line = start;
  while (line < text.length) {
    let place = line;
    while (place <= line + indent && text.charCodeAt(place) === 32) place += 1;
    if (place <= line + indent) return line;
    const next = text.indexOf('\n', place);
    line = next < 0 ? text.length : next + 1;
  }
  return line;
}

function firstLine(text: string): IndentedLine | null {
  return lineAt(text, text.startsWith('\ufeff') ? 1 : 0);
}

export function lineAt(text: string, start: number): IndentedLine | null {
  if (start >= text.length) return null;
  const next = text.indexOf('\n', start);
  let place = start;
  while (text.charCodeAt(place) === 32) place += 1;
  const indent = place - start;
  while (text.charCodeAt(place) === 9 || text.charCodeAt(place) === 32) place += 1;
  const char = text.charAt(place);
  return { start, end: next < 0 ? text.length : next + 1, indent, char: isLineBreak(text, place) ? '' : char };
}

function isLineBreak(text: string, place: number): boolean {
  return text.charAt(place) === '\n' || (text.charAt(place) === '\r' && /^\n?$/.test(text.charAt(place + 1)));
}

function isDash(text: string, place: number): boolean {
  return text.charAt(place) === '-' && /^\s?$/.test(text.charAt(place + 1));
}

function isClosing(char: string): boolean {
  return char === ']' || char === '}';
}

/**
 * Lines at the left edge that are no plain or quoted key: their meaning depends on more than this line. Behind a key an
 * opening sign can start no more than another key, or what is not finished.
 */
function isSpecial(text: string, place: number, isBehindKey: boolean): boolean {
  const char = text.charAt(place);
  if ((isBehindKey ? '%@`,' : '[{&*!|>%@`,').includes(char)) return true;
  if (/^(?:---|\.\.\.)(?:\s|$)/.test(text.slice(place, place + 4))) return true;
  return (char === '?' || char === ':') && /^\s?$/.test(text.charAt(place + 1));
}

/** Whether a text holds more than blank lines and comments. */
export function hasContent(text: string): boolean {
  return /^[ \t]*[^# \t\r\n]/m.test(text.startsWith('\ufeff') ? text.slice(1) : text);
}

export function matchesAt(pattern: RegExp, text: string, place: number): boolean {
  pattern.lastIndex = place;
  return pattern.test(text);
}
