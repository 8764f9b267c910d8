import { MAX_DEPTH, MAX_NODES } from '../lines/limits.ts';
import {
  type ListItem,
  type ListNode,
  type MapEntry,
  type MapNode,
  MERGE_KEY,
  type ScalarNode,
  type SyntaxNode,
} from '../tree/Syntax.ts';
import { CHAR, type Cursor, skipBlanks } from './Cursor.ts';
import { readPlain, readQuoted } from './readScalar.ts';

/** Whether a flow collection starts at the cursor. */
export function isAtFlow({ text, at }: Cursor): boolean {
  return text.charCodeAt(at) === CHAR.OPEN_MAP || text.charCodeAt(at) === CHAR.OPEN_LIST;
}

/** A flow collection on one line, in which each key has a value; undefined where there is no such one, or a template. */
export function readFlow(cursor: Cursor, depth: number): MapNode | ListNode | undefined {
  const { text, at: start } = cursor;
  if (depth >= MAX_DEPTH) return undefined;
  const isMap = text.charCodeAt(start) === CHAR.OPEN_MAP;
  if (isMap && text.charCodeAt(start + 1) === CHAR.OPEN_MAP) return undefined;
  cursor.nodes += 1;
  skipSign(cursor);
  const base = { start, anchor: null, tag: null, style: 'flow' } as const;
  if (isMap) {
    const entries = readEntries(cursor, depth + 1);
    return entries && isSimpleMap(cursor, entries) ? { kind: 'map', ...base, end: cursor.at, entries } : undefined;
  }
  const items = readItems(cursor, depth + 1);
  return items && { kind: 'list', ...base, end: cursor.at, items };
}

function readEntries(cursor: Cursor, depth: number): MapEntry[] | undefined {
  const { text } = cursor;
  const entries: MapEntry[] = [];
  if (isClosed(cursor, CHAR.CLOSE_MAP)) return entries;
  for (;;) {
    const keyNode = readFlowScalar(cursor);
    if (keyNode === undefined || text.charCodeAt(cursor.at) !== CHAR.COLON) return undefined;
    cursor.at += 1;
    cursor.lexemes += 1;
    // Behind a key without quotes a colon needs a blank.
    if (skipBlanks(cursor) === 0 && keyNode.style === 'plain') return undefined;
    const value = readFlowValue(cursor, depth);
    if (value === undefined) return undefined;
    entries.push(toEntry(keyNode, value));
    skipBlanks(cursor);
    if (isClosed(cursor, CHAR.CLOSE_MAP)) return entries;
    if (text.charCodeAt(cursor.at) !== CHAR.COMMA) return undefined;
    skipSign(cursor);
  }
}

function readItems(cursor: Cursor, depth: number): ListItem[] | undefined {
  const items: ListItem[] = [];
  if (isClosed(cursor, CHAR.CLOSE_LIST)) return items;
  for (;;) {
    const value = readFlowValue(cursor, depth);
    if (value === undefined) return undefined;
    items.push({ value, start: value.start, end: value.end });
    skipBlanks(cursor);
    if (isClosed(cursor, CHAR.CLOSE_LIST)) return items;
    if (cursor.text.charCodeAt(cursor.at) !== CHAR.COMMA) return undefined;
    skipSign(cursor);
  }
}

function readFlowValue(cursor: Cursor, depth: number): SyntaxNode | undefined {
  return isAtFlow(cursor) ? readFlow(cursor, depth) : readFlowScalar(cursor);
}

function readFlowScalar(cursor: Cursor): ScalarNode | undefined {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === CHAR.DOUBLE_QUOTE || code === CHAR.SINGLE_QUOTE) return readQuoted(cursor);
  return readPlain(cursor, true);
}

/** Moves over a sign and the blanks behind it. */
function skipSign(cursor: Cursor): void {
  cursor.at += 1;
  cursor.lexemes += 1;
  skipBlanks(cursor);
}

/** Moves over the sign that ends a collection, if that is next. */
function isClosed(cursor: Cursor, sign: number): boolean {
  if (cursor.text.charCodeAt(cursor.at) !== sign) return false;
  cursor.at += 1;
  cursor.lexemes += 1;
  return true;
}

/** The longest key that is read here: with more than 1,024 characters to its colon a key is a mistake. */
export const MAX_KEY = 1_000;

/** Maps of so many keys at most are searched for the same key pair by pair, which takes no memory. */
const FEW = 8;

/** An entry with a key that has its colon right behind it. */
export function toEntry(keyNode: ScalarNode, value: SyntaxNode | null): MapEntry {
  const key = typeof keyNode.value === 'string' ? keyNode.value : keyNode.source;
  return { key, keyNode, value, start: keyNode.start, end: value?.end ?? keyNode.end + 1 };
}

/** Whether a map has each key once and merges no other, and there are no more nodes than are read. */
export function isSimpleMap({ nodes }: Cursor, entries: readonly MapEntry[]): boolean {
  if (nodes > MAX_NODES || entries.some(({ key }) => key === MERGE_KEY)) return false;
  if (entries.length > FEW) return new Set(entries.map(({ key }) => key)).size === entries.length;
  return entries.every(({ key }, index) => {
    for (let before = 0; before < index; before += 1) if (entries[before]?.key === key) return false;
    return true;
  });
}
