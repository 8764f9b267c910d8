import type { Point } from '#engine';
import type { Box } from './arrangeGraph.ts';
import type { Direction } from './direction.ts';

/** A line from one card to another. */
export interface Route {
  readonly from: Point;
  readonly to: Point;
  readonly direction: Direction;
  /** All cards of its level, those at its ends included. */
  readonly boxes: readonly Box[];
  /** True when it leaves by the lower side of a card though the flow runs right. */
  readonly isAside?: boolean;
}

/** Distance a lane keeps from cards, px. */
const CLEAR = 20;
/** Length in which a line changes into its lane, px: fits between two ranks. */
export const LANE_TURN = 64;
/** Shorter lines cross no rank. */
const SHORT = 100;
const SAMPLES = 12;

/**
 * Where a line runs past cards that stand in its way: the coordinate across the flow of a straight lane that is free,
 * as near as can be to both ends. Null where the plain line is free, and for short ones. A line back to an earlier task
 * always has one, as it runs around the cards.
 */
export function findLane({ from, to, direction, boxes, isAside = false }: Route): number | null {
  if (direction === 'down') {
    return findLane({ from: turn(from), to: turn(to), direction: 'right', boxes: boxes.map(turnBox) });
  }
  const isBack = to.x < from.x + 8;
  if (!isBack && (isAside || to.x - from.x <= SHORT)) return null;
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const margin = isBack ? LANE_TURN / 2 : -1;
  const inWay = boxes.filter((box) => box.x < right + margin && box.x + box.width > left - margin);
  if (!isBack && !hitsAny(inWay, sampleCurve(from, to))) return null;
  const lanes = [from.y, to.y, ...inWay.flatMap(({ y, height }) => [y - CLEAR, y + height + CLEAR])];
  const free = lanes.filter((y) => (!isAside || y > from.y + 8) && isFree(y, { from, to, isBack, inWay }));
  const cost = (y: number) => Math.abs(y - from.y) + Math.abs(y - to.y);
  return free.reduce<number | null>((best, y) => (best === null || cost(y) < cost(best) ? y : best), null);
}

interface Lane {
  readonly from: Point;
  readonly to: Point;
  readonly isBack: boolean;
  readonly inWay: readonly Box[];
}

function isFree(y: number, { from, to, isBack, inWay }: Lane): boolean {
  const isClear = ({ y: top, height }: Box) => y <= top - CLEAR || y >= top + height + CLEAR;
  if (isBack) return inWay.every(isClear);
  const [start, end] = [from.x + LANE_TURN, to.x - LANE_TURN];
  const onWay = inWay.filter((box) => box.x < end && box.x + box.width > start);
  if (!onWay.every(isClear)) return false;
  return !hitsAny(inWay, [...sampleCurve(from, { x: start, y }), ...sampleCurve({ x: end, y }, to)]);
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
  return boxes.some(({ x, y, width, height }) =>
    points.some((point) => point.x > x + 1 && point.x < x + width - 1 && point.y > y - 6 && point.y < y + height + 6),
  );
}

function turn({ x, y }: Point): Point {
  return { x: y, y: x };
}

function turnBox({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width };
}
