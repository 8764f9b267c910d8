import type { Point } from '../text/index.ts';

/** In px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Something to place within one scope (the top level or the inside of one container). Sizes and places here are
 * in flow coordinates: `x` runs with the flow, `y` across it; `layoutGraph` turns them when the flow runs down.
 */
export interface Box extends Size {
  readonly id: string;
}

/** A box with its top-left corner. */
export interface Rect extends Point, Size {}

/**
 * The way that an arrangement leaves free for a line: a spot in each rank from that of its source to that of its target, as
 * long along the flow as the rank is, at `y` across it.
 */
export interface Lane {
  readonly source: string;
  readonly target: string;
  readonly spots: readonly Rect[];
}

/** Boxes that were placed together, with the ways of the lines between them. */
export interface Block {
  readonly rects: ReadonlyMap<string, Rect>;
  readonly lanes: readonly Lane[];
}

/** Moves boxes with the ways between them. */
export function moveBlock(block: Block, by: Point): Block {
  if (by.x === 0 && by.y === 0) return block;
  const { rects, lanes } = block;
  const move = (rect: Rect): Rect => ({
    x: rect.x + by.x,
    y: rect.y + by.y,
    width: rect.width,
    height: rect.height,
  });
  return {
    rects: new Map([...rects].map(([id, rect]) => [id, move(rect)])),
    lanes: lanes.map((lane) => ({ ...lane, spots: lane.spots.map(move) })),
  };
}

/** All boxes and ways of some blocks as one. */
export function joinBlocks(blocks: readonly Block[]): Block {
  return {
    rects: new Map(blocks.flatMap(({ rects }) => [...rects])),
    lanes: blocks.flatMap(({ lanes }) => lanes),
  };
}

/** A line between two boxes of one scope. */
export interface Link {
  readonly source: string;
  readonly target: string;
  /** True when it leaves the main line: errors, timeouts, hooks and what starts next to a task. */
  readonly isAside: boolean;
  /** Room along the flow that its words take behind the box it leaves, px. */
  readonly room: number;
}

/** What is placed together: the boxes of one scope in document order (the start first) and the lines between them. */
export interface Scope {
  readonly boxes: readonly Box[];
  readonly links: readonly Link[];
  /** Free space across the flow between two boxes, px. */
  readonly gap: number;
  /** True where boxes without lines stack along the flow: inside a flow that runs down. */
  readonly stacksAlong: boolean;
  /** The longest row along the flow, px: a longer line is broken into rows. Null where lines are never broken. */
  readonly rowWidth: number | null;
  /** True where care would take too long: everything is arranged in linear time. */
  readonly isPlain: boolean;
  /** The part of its boxes that is known so far: what is as wide as a screen is made so for all of them. Without it, all are. */
  readonly share?: number;
}

/** The grid every new place lies on, px. */
export const GRID = 20;

/** Free space along the flow between two boxes that a line joins, px: arrows and bends fit, and short words. */
export const RANK_GAP = 80;

/** Rounds to the grid. */
export function snap(value: number): number {
  return Math.round(value / GRID) * GRID;
}

/** Rounds up to the grid. */
export function snapUp(value: number): number {
  return Math.ceil(value / GRID) * GRID;
}

/** The smallest rectangle around all; of none, an empty one at the origin. */
export function boundsOf(rects: Iterable<Rect>): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const rect of rects) {
    left = Math.min(left, rect.x);
    top = Math.min(top, rect.y);
    right = Math.max(right, rect.x + rect.width);
    bottom = Math.max(bottom, rect.y + rect.height);
  }
  return left > right
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/** True when the ranges `[x, x + width)` of two rectangles, widened by `gap`, share a point. */
export function sharesColumn(a: Rect, b: Rect, gap: number): boolean {
  return a.x < b.x + b.width + gap && b.x < a.x + a.width + gap;
}
