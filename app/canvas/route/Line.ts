import type { Point } from '#engine';

/** A rectangle on the canvas, px. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Side = 'left' | 'right' | 'top' | 'bottom';

/** One end of a line: where it touches a port, and the side of the card the port is on. */
export interface LineEnd extends Point {
  readonly side: Side;
}

/** A line from one port to another that has to find its way. */
export interface Line {
  readonly id: string;
  readonly from: LineEnd;
  readonly to: LineEnd;
  /** Lines of one trunk run on one another until they part: those from one port, and the errors that one card handles. */
  readonly trunk: string;
  /** The way that is left free for it: a spot in each rank of cards from the first to the last; null where it looks for its own. */
  readonly lane?: readonly Box[] | null;
}

/** The corners of a line, ends included: each stretch is level or upright. */
export type Route = readonly Point[];

export const OUTWARD: Record<Side, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
};

/** Free space between a line and a card that it passes, px. */
export const CLEAR = 10;

/** How far a line runs straight from a port before it may bend, px: at its target the arrow is on it. */
export const STUB = { out: 10, in: 18 };

/** A point so far outside a side. */
export function outside({ x, y, side }: LineEnd, length: number): Point {
  return { x: x + OUTWARD[side].x * length, y: y + OUTWARD[side].y * length };
}

/** Whether a line leaves one end and arrives at the other in the same direction. */
export function isOpposite(from: LineEnd, to: LineEnd): boolean {
  return OUTWARD[from.side].x === -OUTWARD[to.side].x && OUTWARD[from.side].y === -OUTWARD[to.side].y;
}

/** Whether two rectangles share more than a border. */
export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The rectangle around two points, widened on every side. */
export function around(a: Point, b: Point, margin: number): Box {
  return {
    x: Math.min(a.x, b.x) - margin,
    y: Math.min(a.y, b.y) - margin,
    width: Math.abs(a.x - b.x) + 2 * margin,
    height: Math.abs(a.y - b.y) + 2 * margin,
  };
}

/** Omits corners that are none. */
export function simplify(points: readonly Point[]): Route {
  const kept: Point[] = [];
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last && isSame(last, point)) continue;
    if (before && last && (isLevel(before, last, point) || isUpright(before, last, point))) kept.pop();
    kept.push(point);
  }
  return kept;
}

function isSame(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) < 0.01 && Math.abs(a.y - b.y) < 0.01;
}

function isLevel(a: Point, b: Point, c: Point): boolean {
  return Math.abs(a.y - b.y) < 0.01 && Math.abs(b.y - c.y) < 0.01;
}

function isUpright(a: Point, b: Point, c: Point): boolean {
  return Math.abs(a.x - b.x) < 0.01 && Math.abs(b.x - c.x) < 0.01;
}

/** The middle of the longest stretch. */
export function middleOfLongest(points: readonly Point[]): Point {
  let longest = { length: -1, x: 0, y: 0 };
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    const length = next ? Math.hypot(point.x - next.x, point.y - next.y) : -1;
    if (next && length > longest.length) longest = { length, x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
  }
  return { x: longest.x, y: longest.y };
}

/** Height of a line of words, px. */
const HEIGHT = 14;
/** What a character takes, px: text of 11 px, with some room. */
const CHARACTER = 6.4;

/** What a label takes, px. */
export function labelBox(text: string, { x, y }: Point): Box {
  const width = text.length * CHARACTER;
  return { x: x - width / 2, y: y - HEIGHT / 2, width, height: HEIGHT };
}
