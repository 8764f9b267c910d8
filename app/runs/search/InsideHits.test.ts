import { expect, it } from 'vitest';
import { findNext } from './InsideHits.tsx';

it.each<[current: number | null, next: number, previous: number]>([
  [null, 0, 2],
  [3, 1, 2],
  [8, 0, 1],
  [5, 2, 1],
  [9, 0, 2],
  [1, 0, 2],
])('from %j the next hit of 3, 5, 8', (current, next, previous) => {
  const hits = [3, 5, 8];
  const expected = current === 5 ? { next: 2, previous: 0 } : { next, previous };
  expect({ next: findNext(hits, current, 1), previous: findNext(hits, current, -1) }).toEqual(expected);
});

it('is none where nothing was found', () => {
  expect(findNext([], 4, 1)).toBe(-1);
});
