import {
  findDashes,
  LIST_KEY_LINE,
  type ListIndent,
  lineAt,
  matchesAt,
  type Stretch,
  splitItems,
  startsWithTab,
} from './splitText.ts';

/** The tasks inside a task: lines of an item that are items of a list again. */
export interface NestedStretch extends Stretch, ListIndent {
  /** Offset of the key of the list. */
  readonly key: number;
  readonly items: readonly Stretch[];
}

/**
 * The block list under the key `tasks` of an item, by the indent of lines alone, as `splitText` cuts the document; null
 * when there is none. `item` are the item's lines, `indent` the blanks in front of its dash.
 */
export function splitNested(text: string, item: Stretch, indent: number): NestedStretch | null {
  if (!text.slice(item.start, item.end).includes('tasks')) return null;
  const column = keyColumn(text, item.start + indent, item.end) - item.start;
  if (column <= indent) return null;
  for (let line = lineAt(text, item.start); line !== null && line.start < item.end; line = lineAt(text, line.end)) {
    const key = line.start + column;
    if (line.start !== item.start && line.indent !== column) continue;
    if (!/^(?:tasks|"tasks"|'tasks'):/.test(text.slice(key, key + 8)) || !matchesAt(LIST_KEY_LINE, text, key)) continue;
    return readNested(text, { key, column, start: line.end, end: item.end });
  }
  return null;
}

/** The offset of the first key behind a dash on its line; the dash's own when there is no key. */
function keyColumn(text: string, dash: number, end: number): number {
  let place = dash + 1;
  while (place < end && text.charAt(place) === ' ') place += 1;
  return place > dash + 1 && /[\w"']/.test(text.charAt(place)) ? place : dash;
}

interface NestedLines extends Stretch {
  readonly key: number;
  readonly column: number;
}

function readNested(text: string, { key, column, start, end }: NestedLines): NestedStretch | null {
  const indent = findDashes(text, start, end);
  if (indent === null || indent < column) return null;
  const last = findEnd(text, { start, end }, { indent, column });
  const outside = indent === column ? indent : indent - 1;
  const items = splitItems(text, { start, end: last }, { indent, outside });
  const [first] = items ?? [];
  if (items === null || first === undefined) return null;
  return { key, indent, outside, items, start: first.start, end: last };
}

/** Where the list ends: at the next key of the item, or what else is not indented as the list is. */
function findEnd(text: string, { start, end }: Stretch, list: { indent: number; column: number }): number {
  for (let line = lineAt(text, start); line !== null && line.start < end; line = lineAt(text, line.end)) {
    if (line.char === '' || line.char === '#' || startsWithTab(text, line)) continue;
    if (line.indent < list.indent || (line.indent === list.column && line.char !== '-')) return line.start;
  }
  return end;
}
