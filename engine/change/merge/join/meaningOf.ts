import type { Piece } from '../pieces/Piece.ts';
import { plainText } from '../pieces/shiftSpan.ts';

const known = new WeakMap<Piece, string>();

/** What a value means, however it is written: equal for two values that hold the same. Never asked of one with two answers. */
export function meaningOf(piece: Piece | null): string {
  if (piece === null) return 'null';
  let meaning = known.get(piece);
  if (meaning === undefined) {
    meaning = read(piece);
    known.set(piece, meaning);
  }
  return meaning;
}

function read(piece: Piece): string {
  if (piece.kind === 'choice') return '';
  if (piece.kind === 'leaf') return piece.meaning ?? `\n${plainText(piece.span)}`;
  const parts = piece.slots.map((slot) => {
    if (slot.kind === 'fork') return '';
    return piece.kind === 'map' ? `${JSON.stringify(slot.name)}:${meaningOf(slot.value)}` : meaningOf(slot.value);
  });
  return piece.kind === 'map' ? `{${parts.join(',')}}` : `[${parts.join(',')}]`;
}
