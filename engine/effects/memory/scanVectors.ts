import type { VectorHit } from './stores.ts';

/** The best rows of a search so far, best first; of equal ones the first that came. */
export class BestRows {
  readonly #rows: number[] = [];
  readonly #scores: number[] = [];
  readonly #size: number;
  /** A row that is not better than this is not among the best. */
  floor: number;

  constructor(size: number) {
    this.#size = size;
    this.floor = size === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }

  /** Takes a row whose score is above {@link floor}. */
  add(row: number, score: number): void {
    let at = this.#rows.length;
    while (at > 0 && (this.#scores[at - 1] ?? 0) < score) at -= 1;
    this.#rows.splice(at, 0, row);
    this.#scores.splice(at, 0, score);
    if (this.#rows.length > this.#size) {
      this.#rows.pop();
      this.#scores.pop();
    }
    if (this.#rows.length === this.#size) this.floor = this.#scores[this.#size - 1] ?? this.floor;
  }

  /** The rows with what they are; a row without a name is omitted. */
  toHits(nameOf: (row: number) => Omit<VectorHit, 'similarity'> | undefined): readonly VectorHit[] {
    return this.#rows.flatMap((row, index) => {
      const name = nameOf(row);
      return name === undefined ? [] : [{ ...name, similarity: this.#scores[index] ?? 0 }];
    });
  }
}

/** One block of vectors of the same dimensions, row after row. `first` is the number of its first row among all. */
export interface VectorRows {
  readonly vectors: Float32Array;
  readonly count: number;
  readonly first: number;
  /** The thread of each row. */
  readonly threads: readonly string[];
}

/** What is looked for: in one thread alone, or (null) in all. */
export interface VectorQuery {
  readonly query: Float32Array;
  readonly within: string | null;
}

/** Compares a vector with every row of a block by the dot product: the cosine, where both are of length 1. */
export function scanVectors(
  { vectors, count, first, threads }: VectorRows,
  { query, within }: VectorQuery,
  best: BestRows,
): void {
  const size = query.length;
  const even = size - (size % 4);
  let at = 0;
  for (let row = 0; row < count; row += 1) {
    // Four sums at once: each waits for its own last addition only.
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let i = 0;
    for (; i < even; i += 4) {
      a += (query[i] ?? 0) * (vectors[at + i] ?? 0);
      b += (query[i + 1] ?? 0) * (vectors[at + i + 1] ?? 0);
      c += (query[i + 2] ?? 0) * (vectors[at + i + 2] ?? 0);
      d += (query[i + 3] ?? 0) * (vectors[at + i + 3] ?? 0);
    }
    for (; i < size; i += 1) a += (query[i] ?? 0) * (vectors[at + i] ?? 0);
    at += size;
    const score = a + b + (c + d);
    if (score > best.floor && (within === null || threads[row] === within)) best.add(first + row, score);
  }
}

/** A copy of length 1; zeros stay zeros. */
export function normalize(vector: ArrayLike<number>): Float32Array {
  let sum = 0;
  for (let i = 0; i < vector.length; i += 1) sum += (vector[i] ?? 0) ** 2;
  const factor = sum === 0 ? 0 : 1 / Math.sqrt(sum);
  return Float32Array.from(vector, (value) => value * factor);
}
