import type { Point } from '#engine';
import { Buckets } from './Buckets.ts';
import { findRoute } from './findRoute.ts';
import {
  around,
  type Box,
  CLEAR,
  isOpposite,
  type Line,
  OUTWARD,
  outside,
  overlaps,
  type Route,
  STUB,
  simplify,
} from './Line.ts';
import { OccupiedSegments, type PlacedLabel, placeLabels } from './placeLabels.ts';
import { isUnder } from './RouteGrid.ts';
import { finish, type Steps } from './Steps.ts';
import { type Routed, spread } from './spread.ts';

/** The way of a line with where its words are. */
export interface Way {
  readonly route: Route;
  /** Null without words, and where they have no room. */
  readonly label: PlacedLabel | null;
}

/** Steps that looking for ways may take, for all lines of a level: some tenths of a second. */
const MOST_STEPS = 1_000_000;
/** The same for one line, within a frame. */
const MOST_STEPS_OF_ONE = 60_000;

/**
 * Finds the ways of all lines of one level: around its cards, apart from each other, with their labels on free stretches.
 * Equal input gives equal output. Yields wherever it can be continued later.
 * @param boxes all cards of the level
 * @param words labels by line
 */
export function* routeLines(
  lines: readonly Line[],
  boxes: Iterable<Box>,
  words: ReadonlyMap<string, string>,
): Steps<ReadonlyMap<string, Way>> {
  const index = new Buckets<Box>();
  for (const box of boxes) index.add(box, box);
  const boxesIn = (part: Box) => index.find(part);
  const taken = new OccupiedSegments();
  const takenIn = (part: Box) => taken.find(part);
  const found = new Map<Line, Route>();
  const budget = { left: MOST_STEPS };
  for (const line of lines.toSorted((a, b) => lengthOf(a) - lengthOf(b))) {
    const route = straight(line, boxesIn) ?? followLane(line, boxesIn) ?? findRoute(line, { boxesIn, takenIn, budget });
    taken.add(line, route);
    found.set(line, route);
    yield;
  }
  const routed = lines.map((line): Routed => ({ line, route: found.get(line) ?? [line.from, line.to] }));
  const apart = yield* spread(routed, boxesIn, words);
  const labels = yield* placeLabels(apart, words, boxesIn);
  return new Map(apart.map(({ line, route }) => [line.id, { route, label: labels.get(line.id) ?? null }]));
}

/** The way of one line alone, as while its cards are dragged. */
export function routeLine(line: Line, boxes: readonly Box[]): Route {
  const boxesIn = (part: Box) => boxes.filter((box) => overlaps(box, part));
  const route =
    straight(line, boxesIn) ?? findRoute(line, { boxesIn, takenIn: () => [], budget: { left: MOST_STEPS_OF_ONE } });
  return finish(spread([{ line, route }], boxesIn))[0]?.route ?? route;
}

/** Level ends with nothing between them. */
function straight(line: Line, boxesIn: (part: Box) => readonly Box[]): Route | null {
  const { from, to } = line;
  const out = OUTWARD[from.side];
  const isAhead = (to.x - from.x) * out.x + (to.y - from.y) * out.y > 0;
  if (!isOpposite(from, to) || !isAhead || Math.abs(out.x === 0 ? to.x - from.x : to.y - from.y) > 0.5) return null;
  const inner = around(from, to, 1);
  const between =
    out.x === 0
      ? { ...inner, y: inner.y + 2, height: inner.height - 4 }
      : { ...inner, x: inner.x + 2, width: inner.width - 4 };
  return boxesIn(between).length > 0
    ? null
    : [
        { x: from.x, y: from.y },
        { x: to.x, y: to.y },
      ];
}

function lengthOf({ from, to }: Line): number {
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y);
}

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
