import type { TextEdit } from '../text/index.ts';
import { type Chunks, type EntryChunk, type ItemChunk, moveEntryChunk, moveItemChunk, readItem } from './chunks.ts';
import { MAX_NODES } from './limits.ts';
import { splitItems } from './splitText.ts';

/**
 * The parts of a text whose edits all lie inside one item of a list in the top map: the usual case, a keystroke or one
 * field of one task. Only that item's lines are looked at. Null when the edits reach further than the item, or may: then
 * the text has to be cut anew. `text` is the text after the edits.
 */
export function patchChunks(text: string, chunks: Chunks, edits: readonly TextEdit[]): Chunks | null {
  const first = edits[0];
  const last = edits.at(-1);
  if (first === undefined || last === undefined || chunks.cost > MAX_NODES) return null;
  const entryIndex = chunks.entries.findLastIndex((entry) => entry.start <= first.start);
  const entry = chunks.entries[entryIndex];
  if (entry === undefined || entry.items === null) return null;
  const itemIndex = findLastStart(entry.items, first.start);
  const item = entry.items[itemIndex];
  if (item === undefined || last.end >= item.end) return null;
  const delta = edits.reduce((sum, edit) => sum + edit.text.length - (edit.end - edit.start), 0);
  const stretch = { start: item.start, end: item.end + delta };
  const stretches = splitItems(text, stretch, entry.indent);
  if (stretches?.[0]?.start !== item.start) return null;
  const read = stretches.map((each) => readItem(text, each));
  const cost = read.reduce((sum, { fragment }) => sum + fragment.cost, chunks.cost - item.fragment.cost);
  if (cost > MAX_NODES) return null;
  const items = replaceItem(entry.items, { index: itemIndex, read, delta });
  const entries = chunks.entries.map((each, index) => {
    if (index < entryIndex) return each;
    return index === entryIndex ? { ...each, items } : moveUnlessStill(each, delta);
  });
  return { entries, problems: chunks.problems, cost };
}

interface Replacement {
  readonly index: number;
  readonly read: readonly ItemChunk[];
  /** How far the items behind it move. */
  readonly delta: number;
}

function replaceItem(items: readonly ItemChunk[], { index, read, delta }: Replacement): readonly ItemChunk[] {
  const behind = items.slice(index + 1);
  return [
    ...items.slice(0, index),
    ...read,
    ...(delta === 0 ? behind : behind.map((item) => moveItemChunk(item, delta))),
  ];
}

function moveUnlessStill(entry: EntryChunk, delta: number): EntryChunk {
  return delta === 0 ? entry : moveEntryChunk(entry, delta);
}

/** The index of the last item that starts at or before an offset; -1 when there is none. */
function findLastStart(items: readonly ItemChunk[], offset: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
