import type { Point } from '../text/index.ts';
import { arrangePlainly, roomFor } from './arrangePlainly.ts';
import { arrangeScope } from './arrangeScope.ts';
import {
  type Block,
  type Box,
  boundsOf,
  GRID,
  type Lane,
  type Link,
  moveBlock,
  RANK_GAP,
  type Rect,
  type Scope,
  sharesColumn,
  snap,
  snapUp,
} from './Box.ts';
import { findBackLinks } from './layered/arrangeLayers.ts';
import { makeRoom } from './makeRoom.ts';
import { splitComponents } from './splitComponents.ts';

/** The code that finds places for boxes, as one chunk that is loaded when it is first needed. */
export { arrangeScope } from './arrangeScope.ts';

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

/** Where boxes are: those a person placed, and those that were placed automatically a moment ago, with their size then. */
interface PlacedBefore {
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

/**
 * The first place on the grid, at or across the flow from the rectangle's own, that keeps `gap` px to
 * everything already placed. Only `y` grows.
 */
function findFreeSpot(rect: Rect, placed: readonly Rect[], gap: number): Rect {
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

/** What has a place already, and the lines that continue: all of the scope but those that close a circle. */
interface Placed {
  readonly gap: number;
  readonly links: readonly Link[];
  readonly forward: readonly Link[];
  readonly rects: ReadonlyMap<string, Rect>;
}

/** The lines of a scope that continue, in their order. */
function listForward({ boxes, links }: { readonly boxes: readonly Box[]; readonly links: readonly Link[] }) {
  const indices = new Map(boxes.map(({ id }, index) => [id, index]));
  const leaving = boxes.map((): { readonly to: number; readonly link: Link }[] => []);
  for (const link of links) {
    const [from, to] = [indices.get(link.source), indices.get(link.target)];
    if (from !== undefined && to !== undefined) leaving[from]?.push({ to, link });
  }
  const back = findBackLinks(leaving);
  return links.filter((link) => !back.has(link));
}

/** After the last that leads to the block, else before what it leads to, else below everything. */
function findSpotBeside(block: ReadonlyMap<string, Rect>, placed: Placed): Rect {
  const bounds = boundsOf(block.values());
  const behind = findSpotBehind(block, placed);
  if (behind !== null) return behind;
  for (const { source, target } of placed.links) {
    const [exit, after] = [block.get(source), placed.rects.get(target)];
    if (!exit || !after) continue;
    return {
      ...bounds,
      x: snap(after.x - RANK_GAP - bounds.width),
      y: snapUp(levelWith(after, exit) - (exit.y - bounds.y)),
    };
  }
  const all = boundsOf(placed.rects.values());
  return { ...bounds, x: snap(all.x), y: snapUp(all.y + all.height + placed.gap) };
}

/** Where a box begins across the flow that is level with another one: a line from middle to middle is straight. */
function levelWith(other: Rect, box: Rect): number {
  return other.y + (roomFor(other).height - roomFor(box).height) / 2;
}

/**
 * Behind everything that leads to the block, level with the last of it on the main line; what only leaves the main line leads
 * below it. Null where nothing leads to it.
 */
function findSpotBehind(block: ReadonlyMap<string, Rect>, { forward, rects, gap }: Placed): Rect | null {
  const bounds = boundsOf(block.values());
  let x = -Infinity;
  let [levelX, level] = [-Infinity, { y: 0, isAside: true }];
  for (const { source, target, isAside } of forward) {
    const [before, entry] = [rects.get(source), block.get(target)];
    if (!before || !entry) continue;
    const own = snap(before.x + before.width + RANK_GAP - (entry.x - bounds.x));
    x = Math.max(x, own);
    const isBetter = isAside === level.isAside ? own > levelX : level.isAside;
    if (!isBetter) continue;
    const y = isAside ? before.y + before.height + gap : levelWith(before, entry);
    [levelX, level] = [own, { y: y - (entry.y - bounds.y), isAside }];
  }
  return x === -Infinity ? null : { ...bounds, x, y: snapUp(level.y) };
}
