import type { Point } from '../text/index.ts';
import { arrangePlainly } from './arrangePlainly.ts';
import { arrangeScope } from './arrangeScope.ts';
import { type Block, boundsOf, type Lane, moveBlock, type Rect, type Scope, snap, snapUp } from './Box.ts';
import { findFreeSpot } from './findFreeSpot.ts';
import { findSpotBeside, listForward } from './findSpotBeside.ts';
import { splitComponents } from './splitComponents.ts';

/**
 * Keeps every box that has a position and finds places for the rest next to their neighbours, without overlap.
 * Where most boxes have none, these are arranged among themselves, so that one moved box does not pull the rest along.
 */
export function placeMissing(scope: Scope, positions: ReadonlyMap<string, Point>): Block {
  const placed = new Map<string, Rect>();
  for (const { id, width, height } of scope.boxes) {
    const at = positions.get(id);
    if (at) placed.set(id, { ...at, width, height });
  }
  const missing = scope.boxes.filter((box) => !placed.has(box.id));
  if (scope.isPlain)
    return { rects: placeBelow(arrangePlainly({ ...scope, boxes: missing }), placed, scope.gap), lanes: [] };
  if (missing.length > placed.size) {
    const block = arrangeScope({ ...scope, boxes: missing });
    for (const [id, rect] of block.rects) placed.set(id, findFreeSpot(rect, [...placed.values()], GAP_TO_KEPT));
    const isKept = (id: string) => placed.get(id)?.y === block.rects.get(id)?.y;
    return { rects: placed, lanes: block.lanes.filter(({ source, target }) => isKept(source) && isKept(target)) };
  }
  const lanes: Lane[] = [];
  const { gap, links } = scope;
  const forward = listForward(scope);
  for (const group of splitComponents(missing, links)) {
    const block = arrangeScope({ ...scope, boxes: group });
    const bounds = boundsOf(block.rects.values());
    const spot = findSpotBeside(block.rects, { gap, links, forward, rects: placed });
    const free = findFreeSpot(spot, [...placed.values()], gap);
    const moved = moveBlock(block, { x: free.x - bounds.x, y: free.y - bounds.y });
    for (const [id, rect] of moved.rects) placed.set(id, rect);
    lanes.push(...moved.lanes);
  }
  return { rects: placed, lanes };
}

/** Boxes that were arranged together are at least this far apart already. */
const GAP_TO_KEPT = 1;

/** Adds a block below everything that has a place, in linear time. */
function placeBelow(block: ReadonlyMap<string, Rect>, placed: Map<string, Rect>, gap: number): Map<string, Rect> {
  const all = boundsOf(placed.values());
  const corner = { x: snap(all.x), y: snapUp(all.y + all.height + gap) };
  for (const [id, rect] of block) placed.set(id, { ...rect, x: rect.x + corner.x, y: rect.y + corner.y });
  return placed;
}
