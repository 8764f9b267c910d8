import { useStore } from '@xyflow/react';
import { useState } from 'react';
import type { Box } from '../route/Line.ts';

/** The part of the canvas around what is in view, which changes seldom while the view moves; null while there is no view. */
export function useRegion(isNeeded = true): Box | null {
  const [follow] = useState(createFollower);
  return useStore(isNeeded ? follow : nothing);
}

function createFollower(): (looking: Looking) => Box | null {
  let region: Box | null = null;
  return (looking) => (region = keepRegion(region, looking));
}

function nothing(): null {
  return null;
}

/** Where the canvas looks: `x`, `y` and zoom of its origin, and the pane, px. */
export interface Looking {
  readonly transform: readonly [number, number, number];
  readonly width: number;
  readonly height: number;
}

/** What is taken beyond each side of the view, as a share of it. */
const MARGIN = 0.35;
/** How much smaller the view may become before a region is far too large for it. */
const SHRINK = 1.5;
/** Corners lie on it, px: where the background is drawn by cells, too. */
const CELL = 20;

/**
 * The part of the canvas to prepare for a view: what is in view, with a margin. `before` stays as long as it holds the view and is
 * not far larger, so that what rests on it changes seldom while the view moves. Null while the canvas has no size.
 */
export function keepRegion(before: Box | null, { transform, width, height }: Looking): Box | null {
  if (width === 0 || height === 0) return null;
  const [x, y, zoom] = transform;
  const view = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
  if (before !== null && holds(before, view) && before.width <= view.width * (1 + 2 * MARGIN) * SHRINK) return before;
  const [left, top] = [toCell(view.x - view.width * MARGIN), toCell(view.y - view.height * MARGIN)];
  return {
    x: left,
    y: top,
    width: toCell(view.x + view.width * (1 + MARGIN)) - left + CELL,
    height: toCell(view.y + view.height * (1 + MARGIN)) - top + CELL,
  };
}

function holds(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  );
}

function toCell(place: number): number {
  return Math.floor(place / CELL) * CELL;
}
