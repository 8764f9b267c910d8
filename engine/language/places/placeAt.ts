import type { Path, TextRange } from '../../text/index.ts';
import { type DocumentLine, type Mark, readLines } from './readLines.ts';

/**
 * The position of the cursor in the structure of a document, whether or not that can be parsed.
 *
 * - `key`: a key of the map at `path` is being typed, or may be.
 * - `value`: the value at `path` is.
 * - `open`: not decided yet: a key of the map at `path`, or that value itself (a line without a colon).
 */
export interface CursorPlace {
  readonly kind: 'key' | 'value' | 'open';
  readonly path: Path;
  /** What has been typed and is replaced. */
  readonly typed: TextRange;
  /** Keys that the map at `path` already has; empty for `value`. */
  readonly siblings: readonly string[];
  /** Column of the keys of the map, from 0. */
  readonly column: number;
  /** True between `{ }` or `[ ]`: new lines are of no use there. */
  readonly isFlow: boolean;
}

/** The place of an offset; null in comments and in the text of block scalars. */
export function placeAt(text: string, offset: number): CursorPlace | null {
  const lines = readLines(text, offset);
  const line = lines.at(-1);
  if (line === undefined || line.isScalarText) return null;
  const column = offset - line.start;
  if (isInComment(line.text.slice(0, column))) return null;
  if (line.afterKey >= 0 && column >= line.afterKey) return placeInValue(lines, offset);
  const typedEnd = line.afterKey >= 0 ? line.afterKey - 1 : endOfWord(line, column);
  const content = Math.min(line.content, column);
  const dashes = line.marks.filter((mark) => mark.kind === 'dash' && mark.column < column);
  const target: Mark = { kind: 'key', column: content, key: '' };
  const { path, siblings } = findPath(lines, [...dashes, target]);
  const flow = line.afterKey < 0 ? flowPlaceAt(line.text.slice(content, column), offset) : null;
  if (flow !== null) {
    return { ...flow, typed: wholeWord(line, flow.typed), path: [...path, ...flow.path], column: 0, isFlow: true };
  }
  const own = line.marks.find((mark) => mark.kind === 'key')?.key;
  return {
    kind: line.afterKey >= 0 ? 'key' : 'open',
    path,
    typed: { start: line.start + content, end: line.start + Math.max(content, typedEnd) },
    siblings: [...siblings, ...keysBelow(text, lines, content)].filter((key) => key !== own),
    column: content,
    isFlow: false,
  };
}

function placeInValue(lines: readonly DocumentLine[], offset: number): CursorPlace | null {
  const line = lines.at(-1);
  const key = line?.marks.at(-1);
  if (line === undefined || key === undefined) return null;
  const { path } = findPath(lines, line.marks);
  const valuePath = [...path, key.key];
  const rest = line.text.slice(line.afterKey);
  const valueStart = line.start + line.afterKey + (rest.length - rest.trimStart().length);
  const before = line.text.slice(valueStart - line.start, Math.max(valueStart, offset) - line.start);
  const flow = flowPlaceAt(before, Math.max(valueStart, offset));
  if (flow !== null) {
    const typed = wholeWord(line, flow.typed);
    return { ...flow, typed, path: [...valuePath, ...flow.path], column: 0, isFlow: true };
  }
  const typed = typedValue(line.text.slice(valueStart - line.start), valueStart, offset);
  if (typed === null) return null;
  return { kind: 'value', path: valuePath, typed, siblings: [], column: key.column, isFlow: false };
}

/** What has been typed between brackets, up to the end of its word; of a quoted one the text inside the quotes. */
function wholeWord(line: DocumentLine, typed: TextRange): TextRange {
  const quote = line.text.charAt(typed.start - line.start);
  const rest = line.text.slice(typed.end - line.start);
  if (typed.end > typed.start && (quote === '"' || quote === "'")) {
    const close = rest.indexOf(quote);
    return { start: typed.start + 1, end: typed.end + Math.max(0, close) };
  }
  const word = /^(?:[^\s,{}[\]:#]|:(?=\S))*/.exec(rest);
  return { start: typed.start, end: typed.end + (word?.[0].length ?? 0) };
}

/** A value up to its comment; of a quoted one the text inside the quotes. Null behind those: the value is complete. */
function typedValue(value: string, start: number, offset: number): TextRange | null {
  const quote = value.charAt(0);
  if (quote !== '"' && quote !== "'") {
    const end = start + value.replace(/(?:^|\s+)#.*$/, '').trimEnd().length;
    return { start: Math.min(start, offset), end: Math.max(offset, end) };
  }
  if (offset <= start) return { start: offset, end: offset };
  const close = value.indexOf(quote, 1);
  if (close !== -1 && offset > start + close) return null;
  return { start: start + 1, end: Math.max(start + 1, close === -1 ? start + value.trimEnd().length : start + close) };
}

/** The path of the map that the last of `marks`, a key, is in; `marks` are those of the last line. */
function findPath(lines: readonly DocumentLine[], marks: readonly Mark[]): { path: Path; siblings: string[] } {
  const path: (string | number)[] = [];
  const siblings: string[] = [];
  const above = lines.slice(0, -1).flatMap((line) => line.marks);
  const [target, ...outer] = [...above, ...marks].toReversed();
  if (target === undefined) return { path, siblings };
  let current = target;
  let index = 0;
  for (const mark of outer) {
    if (mark.column > current.column) continue;
    if (mark.column === current.column && mark.kind === current.kind) {
      if (current === target) siblings.push(mark.key);
      index += 1;
      continue;
    }
    if (mark.column === current.column && current.kind === 'key') continue;
    if (current.kind === 'dash') path.unshift(index);
    if (mark.kind === 'key') path.unshift(mark.key);
    current = mark;
    index = 0;
  }
  if (current.kind === 'dash') path.unshift(index);
  return { path, siblings };
}

/** How far below the cursor keys of the same map are looked for, in characters. */
const REACH_BELOW = 20_000;

/** Keys of the same map on the lines after the cursor's. */
function keysBelow(text: string, lines: readonly DocumentLine[], column: number): string[] {
  const last = lines.at(-1);
  if (last === undefined) return [];
  const keys: string[] = [];
  const from = last.start + last.text.length;
  const below = readLines(text.slice(from, from + REACH_BELOW).replace(/^\r?\n/, ''), REACH_BELOW);
  for (const line of below) {
    const [first] = line.marks;
    if (first === undefined) {
      if (line.text.trim() !== '' && !line.isScalarText && line.content < column) break;
      continue;
    }
    if (first.column < column || (first.kind === 'dash' && first.column === column)) break;
    if (first.column === column) keys.push(first.key);
  }
  return keys;
}

function isInComment(before: string): boolean {
  const withoutQuotes = before.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g, (quoted) => '_'.repeat(quoted.length));
  return /(?:^|\s)#/.test(withoutQuotes.replace(/["'].*$/, ''));
}

function endOfWord(line: DocumentLine, column: number): number {
  const rest = /^[^\s:#]*/.exec(line.text.slice(column));
  return column + (rest?.[0].length ?? 0);
}

/** A collection in braces or brackets that is open at the cursor. */
interface OpenCollection {
  readonly isMap: boolean;
  readonly keys: string[];
  /** The key whose value is being typed; null where a key is. */
  key: string | null;
  index: number;
  /** Where what is being typed begins. */
  start: number;
}

/** A place inside `{…}` or `[…]`: `typed` is the text there so far, `siblings` the keys next to it. */
interface FlowPlace {
  readonly kind: 'key' | 'value';
  readonly path: Path;
  readonly typed: TextRange;
  readonly siblings: readonly string[];
}

/**
 * The place behind the text of a value that begins with `{` or `[` on this line; null when none is open there. `{{` is a
 * template, no map. `offset` is where `before` ends in the document; the path begins at the value.
 */
function flowPlaceAt(before: string, offset: number): FlowPlace | null {
  if (!/^[{[]/.test(before) || before.startsWith('{{')) return null;
  const levels: OpenCollection[] = [];
  for (let at = 0; at < before.length; at += 1) {
    const char = before[at];
    const level = levels.at(-1);
    if (char === '"' || char === "'") {
      const end = before.indexOf(char, at + 1);
      if (end === -1) break;
      at = end;
    } else if (char === '{' || char === '[') {
      levels.push({ isMap: char === '{', keys: [], key: null, index: 0, start: at + 1 });
    } else if (char === '}' || char === ']') {
      levels.pop();
    } else if (level !== undefined && char === ',') {
      level.key = null;
      level.index += 1;
      level.start = at + 1;
    } else if (
      level !== undefined &&
      char === ':' &&
      level.isMap &&
      level.key === null &&
      /\s|^$/.test(before[at + 1] ?? '')
    ) {
      level.key = before
        .slice(level.start, at)
        .trim()
        .replaceAll(/^["']|["']$/g, '');
      level.keys.push(level.key);
      level.start = at + 1;
    }
  }
  const inner = levels.at(-1);
  if (inner === undefined) return null;
  const path = levels.slice(0, -1).map(stepOf);
  const word = before.slice(inner.start);
  const typed = { start: offset - word.trimStart().length, end: offset };
  if (inner.isMap && inner.key === null) return { kind: 'key', path, typed, siblings: inner.keys };
  return { kind: 'value', path: [...path, stepOf(inner)], typed, siblings: [] };
}

function stepOf(level: OpenCollection): string | number {
  return level.isMap ? (level.key ?? '') : level.index;
}
