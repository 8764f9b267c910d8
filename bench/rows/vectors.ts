import { BestRows, normalize, scanVectors } from '../../engine/effects/memory/scanVectors.ts';
import type { VectorHit } from '../../engine/effects/memory/stores.ts';
import { formatTime, type Row, toRow } from '../Row.ts';
import { race } from '../race.ts';

const COUNT = 100_000;
const SIZE = 384;
const RESULTS = 10;

/** The best 10 of 100,000 vectors, as the stores search, and as the shortest loop that does the same. */
export function measureVectors(): readonly Row[] {
  const vectors = makeVectors();
  const query = normalize(vectors.subarray(SIZE * 5, SIZE * 6).map((value, i) => value + (i % 3) / 10));
  const search = (): readonly VectorHit[] => {
    const best = new BestRows(RESULTS);
    scanVectors({ vectors, count: COUNT, first: 0, threads: [] }, { query, within: null }, best);
    return best.toHits((row) => ({ id: String(row), threadId: '' }));
  };
  const [ours, theirs] = [search().map(({ id }) => Number(id)), searchBare(vectors, query).map(({ row }) => row)];
  if (ours.join() !== theirs.join()) throw new Error(`The searches differ: ${ours.join()} and ${theirs.join()}.`);
  const times = race({ ours: search, theirs: () => searchBare(vectors, query) });
  return [
    toRow({
      what: 'Exact search over 100,000 vectors of 384, the best 10',
      peer: 'a bare loop (floor)',
      ...times,
      limit: 1.5,
      format: formatTime,
    }),
  ];
}

/** Always the same numbers, each vector of length 1. */
function makeVectors(): Float32Array {
  const vectors = new Float32Array(COUNT * SIZE);
  let state = 1;
  for (let row = 0; row < COUNT; row += 1) {
    const vector = Array.from({ length: SIZE }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32 - 0.5;
    });
    vectors.set(normalize(vector), row * SIZE);
  }
  return vectors;
}

function searchBare(vectors: Float32Array, query: Float32Array): readonly { row: number; score: number }[] {
  const best: { row: number; score: number }[] = [];
  for (let row = 0; row < COUNT; row += 1) {
    let score = 0;
    const start = row * SIZE;
    for (let i = 0; i < SIZE; i += 1) score += (query[i] as number) * (vectors[start + i] as number); // Within both.
    if (best.length === RESULTS && score <= (best[RESULTS - 1]?.score ?? 0)) continue;
    best.push({ row, score });
    best.sort((a, b) => b.score - a.score);
    best.length = Math.min(best.length, RESULTS);
  }
  return best;
}
