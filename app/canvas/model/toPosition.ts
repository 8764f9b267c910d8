import type { Point } from '#engine';
import { CONTAINER_INSET } from '#engine/layout';

/** The cells of the canvas that cards snap to, px. */
export const GRID = 20;

/** A place of the layout, which counts from the container's content corner, as React Flow counts it: from its border. */
export function toPosition({ x, y }: Point, parent: string | null): Point {
  return parent === null ? { x, y } : { x: x + CONTAINER_INSET.left, y: y + CONTAINER_INSET.top };
}

/** The inverse of {@link toPosition}: what the layout keeps of a card that was moved. */
export function toPlace({ x, y }: Point, parent: string | null | undefined): Point {
  return parent == null ? { x, y } : { x: x - CONTAINER_INSET.left, y: y - CONTAINER_INSET.top };
}
