import { Buckets } from './Buckets.ts';
import { findRoute } from './findRoute.ts';
import { followLane } from './followLane.ts';
import { around, type Box, isOpposite, type Line, OUTWARD, overlaps, type Route } from './Line.ts';
import { type PlacedLabel, placeLabels } from './placeLabels.ts';
import { finish, type Steps } from './Steps.ts';
import { type Routed, spread } from './spread.ts';
import { Taken } from './Taken.ts';

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
  const taken = new Taken();
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
