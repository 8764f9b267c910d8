import type { Point } from '#engine';
import { isOpposite, type LineEnd, middleOfLongest, OUTWARD, type Side } from './Line.ts';
import type { Way } from './routeLines.ts';

export interface EdgePath {
  /** The line, as an SVG path. */
  readonly d: string;
  /** A point about half-way, for the label. */
  readonly label: Point;
  /** Direction the line arrives in, degrees: 0 is to the right, 90 down. */
  readonly angle: number;
}

const INWARD_ANGLE: Record<Side, number> = { left: 0, right: 180, top: 90, bottom: -90 };

/** Shortest reach of a bend, px. */
const REACH = 24;
/** How far next to the cards a line runs that goes back, px: across the flow, so also past half a card. */
const DETOUR = { right: 84, down: 150 };
const CORNER = 12;
/** From the middle of a port to its border and a little more, px. */
const NEAR = 10;

/**
 * A line between two ports as it is drawn: in the way that was found for it, its ends at the borders of the ports; plainly
 * where its ends are elsewhere by now, as while one is led to another card.
 */
export function wayPath(source: LineEnd, target: LineEnd, way: Way | null | undefined): EdgePath {
  const route = way?.route ?? [];
  if (!isNear(source, route[0]) || !isNear(target, route.at(-1))) return edgePath(source, target);
  const points = [source, ...route.slice(1, -1), target];
  const label = way?.label ?? middleOfLongest(points);
  return { d: roundedPath(points), label, angle: INWARD_ANGLE[target.side] };
}

function isNear({ x, y }: Point, end: Point | undefined): boolean {
  return end !== undefined && Math.abs(x - end.x) < NEAR && Math.abs(y - end.y) < NEAR;
}

/**
 * The plain line between two ports, as while it is drawn. Ahead it is one curve, straight when both ends are level; back to an
 * earlier task it runs next to both ends with rounded corners.
 */
export function edgePath(source: LineEnd, target: LineEnd): EdgePath {
  const angle = INWARD_ANGLE[target.side];
  const detour = findDetour(source, target);
  if (detour) return { d: roundedPath(detour), label: middleOfLongest(detour), angle };
  const [a, b] = [controlPoint(source, target), controlPoint(target, source)];
  const d = `M${at(source)} C${at(a)} ${at(b)} ${at(target)}`;
  return { d, label: halfway([source, a, b, target]), angle };
}

/** Leaves at right angles, for half the way to go. */
function controlPoint(from: LineEnd, to: LineEnd): Point {
  const out = OUTWARD[from.side];
  const along = (to.x - from.x) * out.x + (to.y - from.y) * out.y;
  const reach = Math.max(Math.min(REACH, distance(from, to) / 2), along * 0.5);
  return { x: from.x + out.x * reach, y: from.y + out.y * reach };
}

/** The corners of a line that goes back, ends included; null when it goes ahead. */
function findDetour(source: LineEnd, target: LineEnd): readonly Point[] | null {
  const [out, back] = [OUTWARD[source.side], OUTWARD[target.side]];
  const [s, t] = [step(source, out, REACH), step(target, back, REACH)];
  const isAlong = isOpposite(source, target);
  if (isAlong && out.x !== 0) {
    if (target.x >= source.x + 8) return null;
    const y = channel(source.y, target.y, DETOUR.right);
    return [source, s, { x: s.x, y }, { x: t.x, y }, t, target];
  }
  if (isAlong) {
    if (target.y >= source.y + 8) return null;
    const x = channel(source.x, target.x, DETOUR.down);
    return [source, s, { x, y: s.y }, { x, y: t.y }, t, target];
  }
  if (target.x >= source.x + REACH / 2) return null;
  const y = target.y > s.y + REACH ? (source.y + target.y) / 2 : s.y;
  return [source, { x: source.x, y }, { x: t.x, y }, t, target];
}

/** Between the two where there is room for a line, else beyond both. */
function channel(a: number, b: number, beyond: number): number {
  return Math.abs(a - b) > 2 * beyond ? (a + b) / 2 : Math.max(a, b) + beyond;
}

function roundedPath(points: readonly Point[]): string {
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

/** The point at one half of a cubic curve. */
function halfway([p, a, b, q]: readonly [Point, Point, Point, Point]): Point {
  return { x: (p.x + 3 * a.x + 3 * b.x + q.x) / 8, y: (p.y + 3 * a.y + 3 * b.y + q.y) / 8 };
}

function step(from: Point, direction: Point, length: number): Point {
  return { x: from.x + direction.x * length, y: from.y + direction.y * length };
}

function toward(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to);
  return whole === 0
    ? from
    : { x: from.x + ((to.x - from.x) * length) / whole, y: from.y + ((to.y - from.y) * length) / whole };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function at({ x, y }: Point): string {
  return `${round(x)},${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Points of the tip of a line that runs to the right, which ends at the origin. */
const TIPS = { open: [-8, -5.5, 0, 0, -8, 5.5], diamond: [-11, 0, -5.5, -5, 0, 0, -5.5, 5] } as const;

/**
 * The tip of a line, as path data: an arrow, for errors a diamond. Its place is in the data, since what is turned by an attribute is a layer
 * of its own to the browser, of hundreds.
 * @param at where the line ends, and the angle that it arrives by, in degrees
 */
export function tipPath(look: string, { x, y, angle }: Point & { readonly angle: number }): string {
  const points: readonly number[] = look === 'error' ? TIPS.diamond : TIPS.open;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const turned: string[] = [];
  for (let index = 0; index < points.length; index += 2) {
    const [along = 0, beside = 0] = [points[index], points[index + 1]];
    turned.push(`${round(x + along * cos - beside * sin)},${round(y + along * sin + beside * cos)}`);
  }
  return `M${turned.join(' L')}${look === 'error' ? ' Z' : ''}`;
}
