import type { Rect } from './Box.ts';

/** Pairs that overlap, found by going through them from left to right. */
export function countOverlaps(rects: Iterable<Rect>): number {
  const sorted = [...rects].sort((a, b) => a.x - b.x);
  let count = 0;
  sorted.forEach((rect, index) => {
    for (const other of sorted.slice(index + 1)) {
      if (other.x >= rect.x + rect.width) break;
      if (rect.y < other.y + other.height && other.y < rect.y + rect.height) count += 1;
    }
  });
  return count;
}
