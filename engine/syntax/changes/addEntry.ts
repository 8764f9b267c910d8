import { type Data, isDataMap, ok } from '../../base/index.ts';
import type { TextEdit } from '../../text/index.ts';
import { blankLinesBetween, columnOf, indentLines, placeAfter } from '../lines/textLines.ts';
import type { Syntax } from '../tree/Syntax.ts';
import type { MapEntry, MapNode } from '../tree/SyntaxNode.ts';
import { toNodeData } from '../tree/toNodeData.ts';
import { entryLines, formatFlow, formatFlowKey } from '../writing/formatData.ts';
import { readStyle } from '../writing/readStyle.ts';
import type { Edits } from './composeSteps.ts';
import { endsWithKeptLines } from './keptLines.ts';
import type { TreePlace } from './locate.ts';
import { cannotEdit } from './refusals.ts';
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
