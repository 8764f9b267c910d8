import { MAX_NODES } from '../lines/limits.ts';
import { MERGE_KEY } from '../tree/entryOf.ts';
import type { MapEntry, ScalarNode, SyntaxNode } from '../tree/SyntaxNode.ts';
import type { Cursor } from './Cursor.ts';

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
