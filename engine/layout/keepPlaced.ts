import type { Point } from '../text/index.ts';
import { arrangeScope } from './arrangeScope.ts';
import { type Block, boundsOf, GRID, type Lane, moveBlock, RANK_GAP, type Rect, type Scope, snap } from './Box.ts';
import { findFreeSpot } from './findFreeSpot.ts';
import { findSpotBehind, findSpotBeside, levelWith, listForward, type Placed } from './findSpotBeside.ts';
import { makeRoom } from './makeRoom.ts';
import { splitComponents } from './splitComponents.ts';

/** Where boxes are: those a person placed, and those that were placed automatically a moment ago, with their size then. */
export interface PlacedBefore {
  readonly fixed: ReadonlyMap<string, Point>;
  readonly kept: ReadonlyMap<string, Rect>;
}

/**
 * Leaves all boxes where they are. A new one that is put between two others takes its place behind the first, and a larger one
 * the room that it needs: what is in the way moves on, and nothing else does. Other new ones are put where room is.
 */
export function keepPlaced(scope: Scope, { fixed, kept }: PlacedBefore): Block {
  const placed = new Map<string, Rect>();
  const touched = new Set<string>();
  for (const { id, width, height } of scope.boxes) {
    const [at, before] = [fixed.get(id), kept.get(id)];
    const corner = at ?? before;
    if (corner === undefined) continue;
    placed.set(id, { x: corner.x, y: corner.y, width, height });
    const isNew = before === undefined;
    if (isNew || before.width < width || before.height < height) touched.add(id);
  }
  const room = { links: scope.links, gap: scope.gap, fixed: new Set(fixed.keys()) };
  let rects = (touched.size > 0 ? makeRoom(placed, { ...room, touched }) : null) ?? placed;
  const lanes: Lane[] = [];
  const missing = scope.boxes.filter(({ id }) => !placed.has(id));
  const lines = { gap: scope.gap, links: scope.links, forward: missing.length === 0 ? [] : listForward(scope) };
  for (const group of splitComponents(missing, scope.links)) {
    const block = arrangeScope({ ...scope, boxes: group, rowWidth: null });
    const bounds = boundsOf(block.rects.values());
    const wanted = findSpotBeside(block.rects, { ...lines, rects });
    const between = findSpotBetween(block, { ...lines, rects });
    const added = between === null ? null : insert(block, between, { rects, room });
    const free = findFreeSpot(wanted, [...rects.values()], scope.gap);
    const moved = moveBlock(block, { x: free.x - bounds.x, y: free.y - bounds.y });
    rects = added?.rects ?? new Map([...rects, ...moved.rects]);
    lanes.push(...(added?.lanes ?? moved.lanes));
  }
  return { rects, lanes };
}

/**
 * Where a block belongs that boxes lead to, and that leads to one that lies behind these: behind the last of them, and in the
 * place of the other where that has to make room. Null for others.
 */
function findSpotBetween(block: Block, placed: Placed): Rect | null {
  const spot = findSpotBehind(block.rects, placed);
  if (spot === null) return null;
  const bounds = boundsOf(block.rects.values());
  for (const { source, target } of placed.links) {
    const [exit, behind] = [block.rects.get(source), placed.rects.get(target)];
    if (!exit || !behind || behind.x < spot.x - RANK_GAP) continue;
    const isInTheWay = behind.x < spot.x + bounds.width + GRID;
    return isInTheWay ? { ...spot, y: snap(levelWith(behind, exit) - (exit.y - bounds.y)) } : spot;
  }
  return null;
}

/** The block at the spot that is wanted for it, as far as what stays there leaves it; null where room cannot be made. */
function insert(
  block: Block,
  wanted: Rect,
  {
    rects,
    room,
  }: { readonly rects: ReadonlyMap<string, Rect>; readonly room: Omit<Parameters<typeof makeRoom>[1], 'touched'> },
): { readonly rects: Map<string, Rect>; readonly lanes: readonly Lane[] } | null {
  const bounds = boundsOf(block.rects.values());
  const obstacles = [...room.fixed].flatMap((id) => rects.get(id) ?? []);
  const free = findFreeSpot(wanted, obstacles, room.gap);
  const moved = moveBlock(block, { x: free.x - bounds.x, y: free.y - bounds.y });
  const touched = new Set(moved.rects.keys());
  const made = makeRoom(new Map([...rects, ...moved.rects]), { ...room, touched });
  return made === null ? null : { rects: made, lanes: moved.lanes };
}
