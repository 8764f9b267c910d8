import type { Point } from '#engine';

/** Where a mouse or finger is, or was lifted, in client coordinates, px. */
export function clientPoint(event: MouseEvent | TouchEvent): Point {
  const at = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 };
}
