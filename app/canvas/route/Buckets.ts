import { type Box, overlaps } from './Line.ts';

/** Side of a cell, px: a card takes two or three. */
const CELL = 160;

/** What takes more cells than that is looked at for every part: places in a file may be anywhere. */
const MOST_CELLS = 400;

interface BoxEntry<T> {
  readonly box: Box;
  readonly value: T;
  /** The last search that looked at it. */
  seen: number;
}

/** Finds what lies in a part of the canvas without looking at all of it. */
export class Buckets<T> {
  readonly #cells = new Map<number, BoxEntry<T>[]>();
  readonly #wide: BoxEntry<T>[] = [];
  readonly #all: BoxEntry<T>[] = [];
  #query = 0;

  add(box: Box, value: T): void {
    const entry = { box, value, seen: 0 };
    this.#all.push(entry);
    if (countCells(box) > MOST_CELLS) {
      this.#wide.push(entry);
      return;
    }
    visitCells(box, (key) => {
      const cell = this.#cells.get(key);
      if (cell) cell.push(entry);
      else this.#cells.set(key, [entry]);
    });
  }

  /** What overlaps a part. */
  find(part: Box): readonly T[] {
    if (countCells(part) > MOST_CELLS)
      return this.#all.flatMap(({ box, value }) => (overlaps(box, part) ? [value] : []));
    const found: T[] = [];
    this.#query += 1;
    const look = (entry: BoxEntry<T>) => {
      if (entry.seen !== this.#query && overlaps(entry.box, part)) found.push(entry.value);
      entry.seen = this.#query;
    };
    visitCells(part, (key) => this.#cells.get(key)?.forEach(look));
    this.#wide.forEach(look);
    return found;
  }
}

function countCells({ width, height }: Box): number {
  return (width / CELL + 1) * (height / CELL + 1);
}

function visitCells({ x, y, width, height }: Box, visit: (key: number) => void): void {
  const [right, bottom] = [Math.floor((x + width) / CELL), Math.floor((y + height) / CELL)];
  for (let column = Math.floor(x / CELL); column <= right; column += 1)
    for (let row = Math.floor(y / CELL); row <= bottom; row += 1) visit(column * 1_048_573 + row);
}
