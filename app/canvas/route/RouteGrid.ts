import type { Point } from '#engine';
import { type Box, CLEAR, type Line, overlaps } from './Line.ts';
import type { Stretch } from './placeLabels.ts';

/** What running under a card costs, for each px: it is done where there is no other way. */
const UNDER = 40;
/** What crossing another line costs, px. */
const CROSSING = 50;
/** What running on another line costs, for each px: next to it there is often room, at the ends of a line there is none. */
const ON_ANOTHER = { between: 0.2, atEnd: 4 };

/** The coordinates at which a line may bend in one part of the canvas, and what each step between two of them costs. */
export interface RouteGrid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Cost of the step from column x to the next in row y, at `y * xs.length + x`. */
  readonly level: Float64Array;
  /** Cost of the step from row y to the next in column x, at the same place. */
  readonly upright: Float64Array;
}

/** The grid between two points: next to every card in the part, and level with both ends. */
export function toGrid(
  line: Line,
  {
    ends,
    part,
    boxes,
    taken,
  }: {
    readonly ends: readonly [Point, Point];
    readonly part: Box;
    readonly boxes: readonly Box[];
    readonly taken: readonly Stretch[];
  },
): RouteGrid {
  const [s, t] = ends;
  const [xs, ys] = [
    [s.x, t.x, (s.x + t.x) / 2],
    [s.y, t.y, (s.y + t.y) / 2],
  ];
  for (const { x, y, width, height } of boxes) {
    xs.push(x - CLEAR, x + width + CLEAR);
    ys.push(y - CLEAR, y + height + CLEAR);
  }
  const columns = sortWithin(xs, part.x, part.x + part.width);
  const rows = sortWithin(ys, part.y, part.y + part.height);
  const [level, upright] = measureSteps(columns, rows);
  const grid = { xs: columns, ys: rows, level, upright };
  for (const box of boxes) addBox(grid, box);
  for (const stretch of taken) addStretch(grid, stretch, line);
  return grid;
}

function sortWithin(values: number[], from: number, to: number): readonly number[] {
  const sorted = values.filter((value) => value >= from && value <= to).sort((a, b) => a - b);
  return sorted.filter((value, index) => index === 0 || value - (sorted[index - 1] ?? 0) > 0.5);
}

function measureSteps(xs: readonly number[], ys: readonly number[]): readonly [Float64Array, Float64Array] {
  const [level, upright] = [new Float64Array(xs.length * ys.length), new Float64Array(xs.length * ys.length)];
  for (let row = 0; row < ys.length; row += 1) {
    for (let column = 0; column < xs.length; column += 1) {
      level[row * xs.length + column] = (xs[column + 1] ?? Infinity) - (xs[column] ?? 0);
      upright[row * xs.length + column] = (ys[row + 1] ?? Infinity) - (ys[row] ?? 0);
    }
  }
  return [level, upright];
}

/** Nothing runs nearer to a card than {@link CLEAR}. */
function addBox({ xs, ys, level, upright }: RouteGrid, { x, y, width, height }: Box): void {
  const [left, right, top, bottom] = [x - CLEAR + 1, x + width + CLEAR - 1, y - CLEAR + 1, y + height + CLEAR - 1];
  const [x0, x1] = [firstAbove(xs, left), firstAbove(xs, right)];
  const [y0, y1] = [firstAbove(ys, top), firstAbove(ys, bottom)];
  for (let row = y0; row < y1; row += 1)
    for (let column = Math.max(0, x0 - 1); column < x1; column += 1)
      add(
        level,
        row * xs.length + column,
        UNDER * (Math.min(right, xs[column + 1] ?? right) - Math.max(left, xs[column] ?? left)),
      );
  for (let row = Math.max(0, y0 - 1); row < y1; row += 1)
    for (let column = x0; column < x1; column += 1)
      add(
        upright,
        row * xs.length + column,
        UNDER * (Math.min(bottom, ys[row + 1] ?? bottom) - Math.max(top, ys[row] ?? top)),
      );
}

function addStretch({ xs, ys, level, upright }: RouteGrid, { line, a, b, isLevel, isEnd }: Stretch, own: Line): void {
  const [along, across] = isLevel ? [xs, ys] : [ys, xs];
  const [on, over] = isLevel ? [level, upright] : [upright, level];
  const [from, to] = isLevel ? [Math.min(a.x, b.x), Math.max(a.x, b.x)] : [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  const place = isLevel ? a.y : a.x;
  const at = (i: number, j: number) => (isLevel ? j * xs.length + i : i * xs.length + j);
  const [i0, i1] = [firstAbove(along, from), firstAbove(along, to)];
  const next = firstAbove(across, place);
  if (line.trunk !== own.trunk && next > 0 && next < across.length)
    for (let i = i0; i < i1; i += 1) if ((along[i] ?? 0) < to - 1) add(over, at(i, next - 1), CROSSING);
  if (line.trunk === own.trunk || line.to === own.to || isJoined(line, own)) return;
  for (let j = firstAbove(across, place - 3); (across[j] ?? Infinity) < place + 3; j += 1)
    for (let i = Math.max(0, i0 - 1); i < i1; i += 1) {
      const shared = Math.min(to, along[i + 1] ?? to) - Math.max(from, along[i] ?? from);
      if (shared > 0) add(on, at(i, j), shared * (isEnd ? ON_ANOTHER.atEnd : ON_ANOTHER.between));
    }
}

/** Lines that arrive at one port may arrive together. */
function isJoined({ to }: Line, { to: own }: Line): boolean {
  return to.x === own.x && to.y === own.y;
}

function add(costs: Float64Array, index: number, more: number): void {
  costs[index] = (costs[index] ?? 0) + more;
}

/** Index of the first value above a bound. */
function firstAbove(values: readonly number[], bound: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether a stretch between two points runs under a card. */
export function isUnder(a: Point, b: Point, boxes: readonly Box[]): boolean {
  const stretch = {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
  return boxes.some((box) => overlaps(stretch, box));
}
