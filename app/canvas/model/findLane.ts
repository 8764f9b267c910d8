import type { Point } from '#engine';
import type { Box } from './arrangeGraph.ts';
import type { Direction } from './direction.ts';

/** A line from one card to another. */
export interface LineRoute {
  readonly from: Point;
  readonly to: Point;
  readonly direction: Direction;
  /** All cards of its level, those at its ends included. */
  readonly boxes: readonly Box[];
  /** True when it leaves by the lower side of a card though the flow runs right. */
  readonly isAside?: boolean;
  /** Comparisons with cards that may still be made, for this and other lines; without one left, no lane is looked for. */
  readonly budget?: SearchBudget;
}

interface SearchBudget {
  left: number;
}

/** Distance a lane keeps from cards, px. */
const CLEAR = 20;
/** Length in which a line changes into its lane, px: fits between two ranks. */
export const LANE_TURN = 64;
/** Shorter lines cross no rank. */
const SHORT = 100;
const SAMPLES = 12;

/**
 * Where a line runs past cards in its way: the coordinate across the flow of a straight lane that is free,
 * as near as can be to both ends. Null where the plain line is free, and for short ones. A line back to an earlier task
 * always has one, as it runs around the cards.
 */
export function findLane({
  from,
  to,
  direction,
  boxes,
  isAside = false,
  budget = { left: Infinity },
}: LineRoute): number | null {
  if (direction === 'down')
    return findLane({ from: turn(from), to: turn(to), direction: 'right', boxes: turnAll(boxes), budget });
  const isBack = to.x < from.x + 8;
  if (!isBack && (isAside || to.x - from.x <= SHORT)) return null;
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const margin = isBack ? LANE_TURN / 2 : -1;
  budget.left -= boxes.length;
  if (budget.left < 0) return null;
  const inWay = boxes.filter((box) => box.x < right + margin && box.x + box.width > left - margin);
  if (!isBack && !hitsAny(inWay, sampleCurve(from, to))) return null;
  budget.left -= 4 * inWay.length;
  const [start, end] = [from.x + LANE_TURN, to.x - LANE_TURN];
  const taken = mergeBands(isBack ? inWay : inWay.filter((box) => box.x < end && box.x + box.width > start));
  const atEnds = isBack ? [] : inWay.filter((box) => box.x < start || box.x + box.width > end);
  const cost = (y: number) => Math.abs(y - from.y) + Math.abs(y - to.y);
  const lanes = [from.y, to.y, ...inWay.flatMap(({ y, height }) => [y - CLEAR, y + height + CLEAR])];
  const isFree = (y: number) =>
    (!isAside || y > from.y + 8) &&
    !isTaken(taken, y) &&
    !hitsAny(atEnds, [...sampleCurve(from, { x: start, y }), ...sampleCurve({ x: end, y }, to)]);
  for (const lane of lanes.toSorted((a, b) => cost(a) - cost(b))) {
    budget.left -= 8 + atEnds.length;
    if (budget.left < 0) return null;
    if (isFree(lane)) return lane;
  }
  return null;
}

/** Stretches across the flow that no lane may run in, ends left out; apart from each other, in order. */
type Bands = readonly { readonly from: number; readonly to: number }[];

function mergeBands(boxes: readonly Box[]): Bands {
  const merged: { from: number; to: number }[] = [];
  for (const { y, height } of boxes.toSorted((a, b) => a.y - b.y)) {
    const [from, to] = [y - CLEAR, y + height + CLEAR];
    const last = merged.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

function isTaken(bands: Bands, y: number): boolean {
  let [low, high] = [0, bands.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bands[middle]?.to ?? Infinity) <= y) low = middle + 1;
    else high = middle;
  }
  return (bands[low]?.from ?? Infinity) < y;
}

/** Points of the plain curve between two places, ends left out. */
function sampleCurve(from: Point, to: Point): readonly Point[] {
  return Array.from({ length: SAMPLES - 1 }, (_, index) => {
    const t = (index + 1) / SAMPLES;
    const ease = 3 * t * t - 2 * t * t * t;
    return { x: from.x + (to.x - from.x) * (1.5 * t - 1.5 * t * t + t * t * t), y: from.y + (to.y - from.y) * ease };
  });
}

function hitsAny(boxes: readonly Box[], points: readonly Point[]): boolean {
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  return boxes.some(
    ({ x, y, width, height }) =>
      y - 6 < bottom &&
      y + height + 6 > top &&
      points.some((point) => point.x > x + 1 && point.x < x + width - 1 && point.y > y - 6 && point.y < y + height + 6),
  );
}

function turn({ x, y }: Point): Point {
  return { x: y, y: x };
}

const turned = new WeakMap<readonly Box[], readonly Box[]>();

/** Boxes with the axes exchanged; made once for all lines of a level. */
function turnAll(boxes: readonly Box[]): readonly Box[] {
  const known = turned.get(boxes) ?? boxes.map(turnBox);
  turned.set(boxes, known);
  return known;
}

function turnBox({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width };
}
