import { type Data, isDataMap, ok } from '../../base/index.ts';
import type { TextEdit } from '../../text/index.ts';
import {
  attachedStart,
  blankLinesBetween,
  columnOf,
  indentLines,
  isFirstOnLine,
  lineStart,
  placeAfter,
  skipBlankLines,
} from '../lines/textLines.ts';
import { parseSyntax } from '../parsing/parseSyntax.ts';
import { findNode, pathAt } from '../tree/findNode.ts';
import type { ListNode, MapEntry, MapNode, Syntax } from '../tree/Syntax.ts';
import { toNodeData } from '../tree/toNodeData.ts';
import { entryLines, formatFlow, formatFlowKey, itemLines } from '../writing/formatData.ts';
import { readStyle } from '../writing/readStyle.ts';
import { cannotEdit, type Edits, type TreePlace } from './composeSteps.ts';
import { writeValue } from './writeValue.ts';

export interface EntryPlace {
  readonly place: TreePlace;
  /** The node at the place. */
  readonly map: MapNode;
  /** The key to insert in front of; last when it is absent or not there. */
  readonly before: string | undefined;
}

/** Adds a key that the map does not have. Blank lines between its entries are kept up. */
export function addEntry(
  syntax: Syntax,
  { place, map, before }: EntryPlace,
  [key, value]: readonly [string, Data],
): Edits {
  const found = before === undefined ? -1 : map.entries.findIndex((entry) => entry.key === before);
  const index = found < 0 ? map.entries.length : found;
  const { text } = syntax;
  if (map.entries.length === 0) return writeValue(syntax, place, new Map([[key, value]]));
  if (map.style === 'flow') {
    if (text.charAt(map.start) !== '{') return rewritePair(syntax, place, [key, value]);
    const style = readStyle(syntax, place.path);
    const written = `${formatFlowKey(key, style)}: ${formatFlow(value, style)}`;
    return ok([insertInFlow(map.entries, index, written)]);
  }
  const style = readStyle(syntax, [...place.path, key]);
  const column = columnOf(text, map.start);
  const lines = entryLines(key, value, style);
  const next = map.entries[index];
  const previous = map.entries[index - 1];
  if (previous === undefined) {
    if (next === undefined || text.charAt(next.start) === '?') return cannotEdit(place.path);
    const [first = '', ...rest] = lines;
    const block = [first, ...indentLines(rest, column), ' '.repeat(column)].join(style.eol);
    return ok([{ start: next.start, end: next.start, text: block }]);
  }
  const blanks = endsWithKeptLines(syntax, previous.end) ? 0 : entryGap(text, map.entries, index);
  const block = [...Array<string>(blanks).fill(''), ...indentLines(lines, column)];
  return ok([insertLines(text, placeAfter(text, previous.end, column), { lines: block, eol: style.eol })]);
}

/**
 * Lines put at the start of a line, or behind the last line of a text that does not end with a line break: such a text gets
 * none at its end, unless the last of the lines is empty, which it would not be without.
 */
export function insertLines(
  text: string,
  at: number,
  { lines, eol }: { readonly lines: readonly string[]; readonly eol: string },
): TextEdit {
  const block = lines.join(eol);
  const isOnNewLine = at === 0 || text.charAt(at - 1) === '\n';
  const end = isOnNewLine || lines.at(-1) === '' ? eol : '';
  return { start: at, end: at, text: `${isOnNewLine ? '' : eol}${block}${end}` };
}

/** A part put between others inside brackets, in front of the one at `index`. */
export function insertInFlow(
  parts: readonly { readonly start: number; readonly end: number }[],
  index: number,
  written: string,
): TextEdit {
  const next = parts[index];
  const at = next?.start ?? parts.at(-1)?.end ?? 0;
  return { start: at, end: at, text: next === undefined ? `, ${written}` : `${written}, ` };
}

/** Blank lines to leave in front of a new entry: as many as around the place, at least between all entries there. */
function entryGap(text: string, entries: readonly MapEntry[], index: number): number {
  const gaps: number[] = [];
  for (const at of [index - 1, index]) {
    const [left, right] = [entries[at - 1], entries[at]];
    if (left !== undefined && right !== undefined) gaps.push(blankLinesBetween(text, left.end, right.start));
  }
  return gaps.length === 0 ? 0 : Math.min(...gaps);
}

/** `[a: b]` holds a map without braces: a second key needs some. */
function rewritePair(syntax: Syntax, place: TreePlace, [key, value]: readonly [string, Data]): Edits {
  const data = toNodeData(place.slot.value);
  return writeValue(syntax, place, new Map([...(isDataMap(data) ? data : []), [key, value]]));
}

/** Whether a text block that keeps its blank lines (`|+`) ends at an offset: further blank lines would become part of it. */
export function endsWithKeptLines(syntax: Syntax, offset: number): boolean {
  const node = findNode(syntax, pathAt(syntax, offset));
  return node?.kind === 'scalar' && node.end === offset && /^[|>]\d?\+/.test(node.source);
}

/** Whether lines of items, without indent, end with such a text block: a last line that is empty belongs to one. */
export function areEndedByKeptLines(lines: readonly string[]): boolean {
  if (lines.at(-1) === '') return true;
  const text = lines.join('\n');
  return /[|>]\d?\+/.test(text) && endsWithKeptLines(parseSyntax(text), text.length);
}

interface ItemPlace {
  readonly place: TreePlace;
  /** The node at the place. */
  readonly list: ListNode;
  /** From 0 to the length of the list. */
  readonly index: number;
}

/** Puts an item into a list, in front of the one at `index`. Blank lines between items are kept up. */
export function addItem(syntax: Syntax, target: ItemPlace, value: Data): Edits {
  const { place, list, index } = target;
  if (list.items.length === 0) return writeValue(syntax, place, [value]);
  const style = readStyle(syntax, [...place.path, index]);
  if (list.style === 'flow') return ok([insertInFlow(list.items, index, formatFlow(value, style))]);
  return ok([insertItemLines(syntax, target, itemLines(value, style))]);
}

/**
 * Puts the lines of one or more items, without indent, into a block list that has items. No blank lines follow them where
 * they end with a text block that keeps its blank lines (`|+`).
 */
export function insertItemLines(syntax: Syntax, { place, list, index }: ItemPlace, lines: readonly string[]): TextEdit {
  const { text } = syntax;
  const { eol } = readStyle(syntax, place.path);
  const column = columnOf(text, list.items[0]?.start ?? list.start);
  const previous = list.items[index - 1];
  const isKept = previous !== undefined && endsWithKeptLines(syntax, previous.end);
  const gap = Array<string>(isKept ? 0 : itemGap(text, list, index)).fill('');
  const next = list.items[index];
  const keepsBelow = areEndedByKeptLines(lines);
  if (keepsBelow && previous !== undefined) {
    const at = next === undefined ? placeAfter(text, previous.end, column) : attachedStart(text, next.start);
    const end = next === undefined ? skipBlankLines(text, at) : at;
    return { ...insertLines(text, at, { lines: indentLines(lines, column), eol }), end };
  }
  if (previous !== undefined) {
    const block = [...gap, ...indentLines(lines, column)];
    return insertLines(text, placeAfter(text, previous.end, column), { lines: block, eol });
  }
  const at = next?.start ?? list.start;
  if (!isFirstOnLine(text, at)) {
    const [first = '', ...rest] = lines;
    return { start: at, end: at, text: [first, ...indentLines(rest, column), ' '.repeat(column)].join(eol) };
  }
  return insertLines(text, attachedStart(text, lineStart(text, at) + column), {
    lines: [...indentLines(lines, column), ...(keepsBelow ? [] : gap)],
    eol,
  });
}

/** Blank lines to leave next to a new item: as between the items around the place. */
function itemGap(text: string, list: ListNode, index: number): number {
  for (const at of [index, index - 1, index + 1]) {
    const [left, right] = [list.items[at - 1], list.items[at]];
    if (left !== undefined && right !== undefined) return blankLinesBetween(text, left.end, right.start);
  }
  return 0;
}
