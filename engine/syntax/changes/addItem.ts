import { type Data, ok } from '../../base/index.ts';
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
import type { Syntax } from '../tree/Syntax.ts';
import type { ListNode } from '../tree/SyntaxNode.ts';
import { formatFlow, itemLines } from '../writing/formatData.ts';
import { readStyle } from '../writing/readStyle.ts';
import { insertInFlow, insertLines } from './addEntry.ts';
import type { Edits } from './composeSteps.ts';
import { areEndedByKeptLines, endsWithKeptLines } from './keptLines.ts';
import type { TreePlace } from './locate.ts';
import { writeValue } from './writeValue.ts';

export interface ItemPlace {
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
export function itemGap(text: string, list: ListNode, index: number): number {
  for (const at of [index, index - 1, index + 1]) {
    const [left, right] = [list.items[at - 1], list.items[at]];
    if (left !== undefined && right !== undefined) return blankLinesBetween(text, left.end, right.start);
  }
  return 0;
}
