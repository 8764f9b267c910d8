import type { Point } from '../text/index.ts';
import { arrangePlainly } from './arrangePlainly.ts';
import { arrangeScope } from './arrangeScope.ts';
import { type Block, boundsOf, type Lane, moveBlock, RANK_GAP, type Rect, type Scope, snap, snapUp } from './Box.ts';
import { findFreeSpot } from './findFreeSpot.ts';
import { splitComponents } from './splitComponents.ts';

/**
 * Keeps every box that has a position and finds places for the rest beside their neighbours, without overlap.
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
  for (const group of splitComponents(missing, scope.links)) {
    const block = arrangeScope({ ...scope, boxes: group });
    const bounds = boundsOf(block.rects.values());
    const spot = findSpotBeside(bounds, block.rects, { scope, placed });
    const free = findFreeSpot(spot, [...placed.values()], scope.gap);
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

interface PlacedScope {
  readonly scope: Scope;
  readonly placed: ReadonlyMap<string, Rect>;
}

/** After what leads to the block, else before what it leads to, else below everything. */
export function findSpotBeside(bounds: Rect, block: ReadonlyMap<string, Rect>, { scope, placed }: PlacedScope): Rect {
  for (const { source, target, isAside } of scope.links) {
    const [before, entry] = [placed.get(source), block.get(target)];
    if (!before || !entry) continue;
    const x = snap(before.x + before.width + RANK_GAP - (entry.x - bounds.x));
    const level = isAside ? before.y + before.height + scope.gap : before.y;
    return { ...bounds, x, y: snapUp(level - (entry.y - bounds.y)) };
  }
  for (const { source, target } of scope.links) {
    const [exit, after] = [block.get(source), placed.get(target)];
    if (!exit || !after) continue;
    return { ...bounds, x: snap(after.x - RANK_GAP - bounds.width), y: snapUp(after.y - (exit.y - bounds.y)) };
  }
  const all = boundsOf(placed.values());
  return { ...bounds, x: snap(all.x), y: snapUp(all.y + all.height + scope.gap) };
}
