import type { Side } from './direction.ts';
import { LANE_TURN } from './findLane.ts';

/** One end of a line: where it touches a port, and the side of the card the port is on. */
export interface PathEnd {
  readonly x: number;
  readonly y: number;
  readonly side: Side;
}

export interface EdgePath {
  /** The line, as an SVG path. */
  readonly d: string;
  /** A point about half-way, for the label. */
  readonly label: Vector;
  /** Direction the line arrives in, degrees: 0 is to the right, 90 down. */
  readonly angle: number;
}

interface Vector {
  readonly x: number;
  readonly y: number;
}

const OUTWARD: Record<Side, Vector> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
};
const INWARD_ANGLE: Record<Side, number> = { left: 0, right: 180, top: 90, bottom: -90 };

/** Shortest reach of a bend, px. */
const REACH = 24;
/** How far beside the cards a line runs that goes back, px: across the flow, so also past half a card. */
const DETOUR = { right: 84, down: 150 };
const CORNER = 10;

/**
 * The line between two ports. Ahead it is one curve, straight when both ends are level; in a lane (the coordinate across
 * the flow, see `findLane`) it runs past the cards in its way. Back to an earlier task it runs around the cards with
 * rounded corners, in the lane or beside both ends.
 */
export function edgePath(source: PathEnd, target: PathEnd, lane: number | null = null): EdgePath {
  const angle = INWARD_ANGLE[target.side];
  const detour = findDetour(source, target, lane);
  if (detour) return { d: roundedPath(detour), label: middleOfLongest(detour), angle };
  if (lane !== null && isOpposite(source, target)) return { ...lanePath(source, target, lane), angle };
  const [a, b] = [controlPoint(source, target), controlPoint(target, source)];
  const d = `M${at(source)} C${at(a)} ${at(b)} ${at(target)}`;
  return { d, label: halfway([source, a, b, target]), angle };
}

/** A curve into the lane, straight on, and a curve out of it. */
function lanePath(source: PathEnd, target: PathEnd, lane: number): Pick<EdgePath, 'd' | 'label'> {
  const out = OUTWARD[source.side];
  const [near, far] = [step(source, out, LANE_TURN), step(target, out, -LANE_TURN)];
  const enter: PathEnd = { ...(out.x === 0 ? { x: lane, y: near.y } : { x: near.x, y: lane }), side: target.side };
  const leave: PathEnd = { ...(out.x === 0 ? { x: lane, y: far.y } : { x: far.x, y: lane }), side: source.side };
  const [a, b] = [controlPoint(source, enter), controlPoint(enter, source)];
  const [c, e] = [controlPoint(leave, target), controlPoint(target, leave)];
  const d = `M${at(source)} C${at(a)} ${at(b)} ${at(enter)} L${at(leave)} C${at(c)} ${at(e)} ${at(target)}`;
  return { d, label: { x: (enter.x + leave.x) / 2, y: (enter.y + leave.y) / 2 } };
}

function isOpposite(source: PathEnd, target: PathEnd): boolean {
  const [out, back] = [OUTWARD[source.side], OUTWARD[target.side]];
  return out.x === -back.x && out.y === -back.y;
}

/** Leaves at right angles, for half the way to go. */
function controlPoint(from: PathEnd, to: PathEnd): Vector {
  const out = OUTWARD[from.side];
  const along = (to.x - from.x) * out.x + (to.y - from.y) * out.y;
  const reach = Math.max(Math.min(REACH, distance(from, to) / 2), along * 0.5);
  return { x: from.x + out.x * reach, y: from.y + out.y * reach };
}

/** The corners of a line that goes back, ends included; null when it goes ahead. */
function findDetour(source: PathEnd, target: PathEnd, lane: number | null): readonly Vector[] | null {
  const [out, back] = [OUTWARD[source.side], OUTWARD[target.side]];
  const [s, t] = [step(source, out, REACH), step(target, back, REACH)];
  const isAlong = isOpposite(source, target);
  if (isAlong && out.x !== 0) {
    if (target.x >= source.x + 8) return null;
    const y = lane ?? channel(source.y, target.y, DETOUR.right);
    return [source, s, { x: s.x, y }, { x: t.x, y }, t, target];
  }
  if (isAlong) {
    if (target.y >= source.y + 8) return null;
    const x = lane ?? channel(source.x, target.x, DETOUR.down);
    return [source, s, { x, y: s.y }, { x, y: t.y }, t, target];
  }
  if (target.x >= source.x + REACH / 2) return null;
  const y = lane ?? (target.y > s.y + REACH ? (source.y + target.y) / 2 : s.y);
  return [source, { x: source.x, y }, { x: t.x, y }, t, target];
}

/** Between the two where there is room for a line, else beyond both. */
function channel(a: number, b: number, beyond: number): number {
  return Math.abs(a - b) > 2 * beyond ? (a + b) / 2 : Math.max(a, b) + beyond;
}

function roundedPath(points: readonly Vector[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let d = `M${at(first)}`;
  let previous = first;
  rest.forEach((point, index) => {
    const next = rest[index + 1];
    const radius = next ? Math.min(CORNER, distance(previous, point) / 2, distance(point, next) / 2) : 0;
    if (next && radius > 0)
      d += ` L${at(toward(point, previous, radius))} Q${at(point)} ${at(toward(point, next, radius))}`;
    else d += ` L${at(point)}`;
    previous = point;
  });
  return d;
}

function middleOfLongest(points: readonly Vector[]): Vector {
  let longest = { length: -1, x: 0, y: 0 };
  points.forEach((point, index) => {
    const next = points[index + 1];
    if (!next || distance(point, next) <= longest.length) return;
    longest = { length: distance(point, next), x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
  });
  return { x: longest.x, y: longest.y };
}

/** The point at one half of a cubic curve. */
function halfway([p, a, b, q]: readonly [Vector, Vector, Vector, Vector]): Vector {
  return { x: (p.x + 3 * a.x + 3 * b.x + q.x) / 8, y: (p.y + 3 * a.y + 3 * b.y + q.y) / 8 };
}

function step(from: Vector, direction: Vector, length: number): Vector {
  return { x: from.x + direction.x * length, y: from.y + direction.y * length };
}

function toward(from: Vector, to: Vector, length: number): Vector {
  const whole = distance(from, to);
  return whole === 0
    ? from
    : { x: from.x + ((to.x - from.x) * length) / whole, y: from.y + ((to.y - from.y) * length) / whole };
}

function distance(a: Vector, b: Vector): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function at({ x, y }: Vector): string {
  return `${round(x)},${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
