import { GRID, type Link, RANK_GAP, type Rect, type Scope, snapUp } from './Box.ts';

/** What asks for room, and what may make it. */
export interface Room extends Pick<Scope, 'links' | 'gap'> {
  /** Boxes that are new where they are, or larger than before. */
  readonly touched: ReadonlySet<string>;
  /** Boxes that stay whatever comes: a person placed them. */
  readonly fixed: ReadonlySet<string>;
}

/** Pushes for each box, on average, before it is given up: more is a knot. */
const MOST_PUSHES = 4;

/**
 * Moves the boxes that are in the way of the touched ones, then those that are in the way of the moved ones, and no others:
 * along the flow what the pusher leads to, else across it or along it, whichever is less. Null where that finds no end.
 * A box is in the way that is nearer than a cell of the grid.
 */
export function makeRoom(
  placed: ReadonlyMap<string, Rect>,
  { touched, fixed, links, gap }: Room,
): Map<string, Rect> | null {
  const rects = new Map(placed);
  const isJoined = joinedPairs(links);
  const queue = [...touched].filter((id) => rects.has(id));
  let left = MOST_PUSHES * rects.size;
  for (const id of queue) {
    const pusher = rects.get(id);
    if (pusher === undefined) continue;
    for (const [other, rect] of rects) {
      if (other === id || touched.has(other) || fixed.has(other) || !isInTheWay(pusher, rect)) continue;
      const isAlong = isJoined(id, other) || pusher.x + pusher.width - rect.x < pusher.y + pusher.height - rect.y;
      const pushed = push(rect, pusher, { isAlong, step: isAlong && isJoined(id, other) ? RANK_GAP : gap });
      rects.set(other, passFixed(pushed, { isAlong, gap, obstacles: listObstacles(rects, touched, fixed) }));
      queue.push(other);
      left -= 1;
      if (left < 0) return null;
    }
  }
  return rects;
}

function joinedPairs(links: readonly Link[]): (source: string, target: string) => boolean {
  const pairs = new Set(links.map(({ source, target }) => `${source}\n${target}`));
  return (source, target) => pairs.has(`${source}\n${target}`);
}

function isInTheWay(a: Rect, b: Rect): boolean {
  return (
    a.x < b.x + b.width + GRID &&
    b.x < a.x + a.width + GRID &&
    a.y < b.y + b.height + GRID &&
    b.y < a.y + a.height + GRID
  );
}

interface Push {
  readonly isAlong: boolean;
  /** Free space behind the pusher, px. */
  readonly step: number;
}

/** Behind the pusher. */
function push(rect: Rect, pusher: Rect, { isAlong, step }: Push): Rect {
  return isAlong
    ? { ...rect, x: snapUp(pusher.x + pusher.width + step) }
    : { ...rect, y: snapUp(pusher.y + pusher.height + step) };
}

function listObstacles(
  rects: ReadonlyMap<string, Rect>,
  touched: ReadonlySet<string>,
  fixed: ReadonlySet<string>,
): readonly Rect[] {
  return [...touched, ...fixed].flatMap((id) => rects.get(id) ?? []);
}

/** The same direction further on, where nothing is that stays. */
function passFixed(
  rect: Rect,
  { isAlong, gap, obstacles }: { readonly isAlong: boolean; readonly gap: number; readonly obstacles: readonly Rect[] },
): Rect {
  let at = rect;
  for (let count = 0; count <= obstacles.length; count += 1) {
    const obstacle = obstacles.find((other) => isInTheWay(other, at));
    if (obstacle === undefined) break;
    at = push(at, obstacle, { isAlong, step: gap });
  }
  return at;
}
