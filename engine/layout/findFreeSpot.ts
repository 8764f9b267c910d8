import { type Rect, sharesColumn, snapUp } from './Box.ts';

/**
 * The first place on the grid, at or across the flow from the rectangle's own, that keeps `gap` px to
 * everything already placed. Only `y` grows.
 */
export function findFreeSpot(rect: Rect, placed: readonly Rect[], gap: number): Rect {
  const column = placed
    .filter((other) => sharesColumn(rect, other, gap))
    .sort((a, b) => a.y - b.y || a.y + a.height - (b.y + b.height));
  let y = snapUp(rect.y);
  for (const other of column) {
    if (other.y >= y + rect.height + gap) break;
    if (other.y + other.height + gap > y) y = snapUp(other.y + other.height + gap);
  }
  return { ...rect, y };
}
