import { type Box, boundsOf, type Link, RANK_GAP, type Rect, snap, snapUp } from './Box.ts';
import { findBackLinks } from './layered/findBackLinks.ts';
import { roomFor } from './roomFor.ts';

/** What has a place already, and the lines that continue: all of the scope but those that close a circle. */
export interface Placed {
  readonly gap: number;
  readonly links: readonly Link[];
  readonly forward: readonly Link[];
  readonly rects: ReadonlyMap<string, Rect>;
}

/** The lines of a scope that continue, in their order. */
export function listForward({ boxes, links }: { readonly boxes: readonly Box[]; readonly links: readonly Link[] }) {
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
export function findSpotBeside(block: ReadonlyMap<string, Rect>, placed: Placed): Rect {
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
export function levelWith(other: Rect, box: Rect): number {
  return other.y + (roomFor(other).height - roomFor(box).height) / 2;
}

/**
 * Behind everything that leads to the block, level with the last of it on the main line; what only leaves the main line leads
 * below it. Null where nothing leads to it.
 */
export function findSpotBehind(block: ReadonlyMap<string, Rect>, { forward, rects, gap }: Placed): Rect | null {
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
