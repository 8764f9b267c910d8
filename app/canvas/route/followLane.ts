import type { Point } from '#engine';
import { type Box, CLEAR, type Line, OUTWARD, outside, type Route, STUB, simplify } from './Line.ts';
import { isUnder } from './RouteGrid.ts';

/** How far beyond a rank of cards a line turns that leads back, px. */
const TURN = 40;

/**
 * The way of a line in its lane: between two ranks it runs across in the middle. Null where a card is in the way by now.
 * @param boxesIn cards in a part of the canvas
 */
export function followLane(line: Line, boxesIn: (part: Box) => readonly Box[]): Route | null {
  const { from, to, lane } = line;
  const isLevel = OUTWARD[to.side].x !== 0;
  const spots = (lane ?? []).map((spot) => (isLevel ? spot : turnBox(spot)));
  const [start, end] = [outside(from, STUB.out), outside(to, STUB.in)].map((point) => (isLevel ? point : turn(point)));
  const [first, last] = [spots[0], spots.at(-1)];
  if (!start || !end || !first || !last || spots.length < 2) return null;
  const corners = first.x > last.x ? leadBack(spots, start, end) : leadOn(spots, start, end);
  const points = corners.map((corner) => (isLevel ? corner : turn(corner)));
  const route = simplify([from, ...points, to].map(({ x, y }) => ({ x, y })));
  return isFree(route, boxesIn) ? route : null;
}

/** In a flow to the right: from rank to rank, across in the middle between two. */
function leadOn(spots: readonly Box[], start: Point, end: Point): readonly Point[] {
  const levels = [start.y, ...spots.slice(1, -1).map(({ y }) => y), end.y];
  const channels = spots.slice(1).map((spot, index) => middleBetween(spots[index] ?? spot, spot));
  return [start, ...zigzag(channels, levels), end];
}

/** The same for a line that leads back: it turns behind the rank of its source and before that of its target. */
function leadBack(spots: readonly Box[], start: Point, end: Point): readonly Point[] {
  const [first, last] = [spots[0], spots.at(-1)];
  const turns = [(first?.x ?? 0) + (first?.width ?? 0) + TURN, (last?.x ?? 0) - TURN] as const;
  const between = spots.slice(1).map((spot, index) => middleBetween(spot, spots[index] ?? spot));
  return [start, ...zigzag([turns[0], ...between, turns[1]], [start.y, ...spots.map(({ y }) => y), end.y]), end];
}

function middleBetween(before: Box, behind: Box): number {
  return (before.x + before.width + behind.x) / 2;
}

/** Across in each channel, from one level to the next. */
function zigzag(channels: readonly number[], levels: readonly number[]): readonly Point[] {
  return channels.flatMap((x, index) => [
    { x, y: levels[index] ?? 0 },
    { x, y: levels[index + 1] ?? 0 },
  ]);
}

function isFree(route: Route, boxesIn: (part: Box) => readonly Box[]): boolean {
  return route.every((point, index) => {
    const before = route[index - 1] ?? point;
    const x = Math.min(before.x, point.x) - CLEAR;
    const y = Math.min(before.y, point.y) - CLEAR;
    const [width, height] = [Math.abs(before.x - point.x) + 2 * CLEAR, Math.abs(before.y - point.y) + 2 * CLEAR];
    return !isUnder(before, point, boxesIn({ x, y, width, height }));
  });
}

function turn({ x, y }: Point): Point {
  return { x: y, y: x };
}

function turnBox({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width };
}
