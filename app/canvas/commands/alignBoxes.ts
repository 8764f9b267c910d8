import type { Point } from '#engine';
import { type Box, boundsOf } from '../model/arrangeGraph.ts';

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

/** Puts boxes on one line: their edges of one side, or their middles. Answers the new corners by id. */
export function alignBoxes(boxes: ReadonlyMap<string, Box>, alignment: Alignment): ReadonlyMap<string, Point> {
  const bounds = boundsOf(boxes.values());
  const { x: left, y: top } = bounds;
  const [right, bottom] = [left + bounds.width, top + bounds.height];
  const place = ({ x, y, width, height }: Box): Point => {
    switch (alignment) {
      case 'left':
        return { x: left, y };
      case 'center':
        return { x: Math.round((left + right - width) / 2), y };
      case 'right':
        return { x: right - width, y };
      case 'top':
        return { x, y: top };
      case 'middle':
        return { x, y: Math.round((top + bottom - height) / 2) };
      case 'bottom':
        return { x, y: bottom - height };
    }
  };
  return new Map([...boxes].map(([id, box]) => [id, place(box)]));
}

/** Gives boxes equal gaps between the outermost two, in the order of their positions. Returns the new corners by id. */
export function distributeBoxes(
  boxes: ReadonlyMap<string, Box>,
  direction: 'across' | 'down',
): ReadonlyMap<string, Point> {
  const [from, size] = direction === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const sorted = [...boxes].toSorted(([, a], [, b]) => a[from] - b[from]);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return new Map();
  const taken = sorted.reduce((sum, [, box]) => sum + box[size], 0);
  const gap = (last[1][from] + last[1][size] - first[1][from] - taken) / Math.max(1, sorted.length - 1);
  let next = first[1][from];
  return new Map(
    sorted.map(([id, box]) => {
      const corner = { x: box.x, y: box.y, [from]: Math.round(next) };
      next += box[size] + gap;
      return [id, corner];
    }),
  );
}
