import type { Point } from '#engine';
import { type Box, overlaps } from '../route/Line.ts';

/** How far the places that are tried are from each other, and how far the farthest are, px. */
const STEP = 40;
const FAR = 1_600;

/** The place nearest to that of a box at which it lies on none of the others; its own where all near ones are taken. */
export function freeSpot(wanted: Box, taken: readonly Box[]): Point {
  const { x, y } = wanted;
  for (let ring = 0; ring <= FAR; ring += STEP) {
    const found = placesAround(ring)
      .map((by) => ({ ...wanted, x: x + by.x, y: y + by.y }))
      .find((box) => taken.every((other) => !overlaps(box, other)));
    if (found !== undefined) return { x: found.x, y: found.y };
  }
  return { x, y };
}

/** The places of a ring, the nearest first. */
function placesAround(ring: number): readonly Point[] {
  const places: Point[] = [];
  for (let along = -ring; along <= ring; along += STEP)
    places.push({ x: along, y: ring }, { x: along, y: -ring }, { x: ring, y: along }, { x: -ring, y: along });
  return places.toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
}
