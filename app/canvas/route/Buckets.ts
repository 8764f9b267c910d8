import { type Box, overlaps } from './Line.ts';

/** Side of a cell, px: a card takes two or three. */
const CELL = 160;

/** Finds what lies in a part of the canvas without looking at all of it. */
export class Buckets<T> {
  readonly #cells = new Map<number, { readonly box: Box; readonly value: T; seen: number }[]>();
  #query = 0;

  add(box: Box, value: T): void {
    const entry = { box, value, seen: 0 };
    for (const key of cellsOf(box)) {
      const cell = this.#cells.get(key);
      if (cell) cell.push(entry);
      else this.#cells.set(key, [entry]);
    }
  }

  /** What overlaps a part, in the order of cells. */
  find(part: Box): readonly T[] {
    const found: T[] = [];
    this.#query += 1;
    for (const key of cellsOf(part)) {
      for (const entry of this.#cells.get(key) ?? []) {
        if (entry.seen === this.#query || !overlaps(entry.box, part)) continue;
        entry.seen = this.#query;
        found.push(entry.value);
      }
    }
    return found;
  }
}

function* cellsOf({ x, y, width, height }: Box): Generator<number> {
  const [right, bottom] = [Math.floor((x + width) / CELL), Math.floor((y + height) / CELL)];
  for (let column = Math.floor(x / CELL); column <= right; column += 1)
    for (let row = Math.floor(y / CELL); row <= bottom; row += 1) yield column * 65_536 + row;
}
