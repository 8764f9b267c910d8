import { type Collection, type Entry, NOTHING } from './Piece.ts';

/** A part as it is written in a collection: one from brackets gets a line of its own in a block. */
export function fitEntry(entry: Entry, into: Collection): Entry {
  const isFromBlock = entry.tail !== NOTHING || (entry.value?.kind !== 'leaf' && isBlock(entry));
  if (into.style === 'flow' || isFromBlock) return entry;
  const tail = { text: '\n', column: 0 };
  if (into.kind === 'list') {
    return { ...entry, lead: NOTHING, key: { text: '-', column: 0 }, sep: { text: ' ', column: 0 }, tail };
  }
  const sep = entry.value === null ? { text: ':', column: 0 } : { text: ': ', column: 0 };
  return { ...entry, lead: NOTHING, sep, tail };
}

function isBlock({ value }: Entry): boolean {
  return value !== null && 'style' in value && value.style === 'block';
}
