import type { Point } from '#engine';
import { around, type Box, isOpposite, type Line, OUTWARD, outside, type Route, STUB, simplify } from './Line.ts';
import type { Stretch } from './placeLabels.ts';
import { isUnder, type RouteGrid, toGrid } from './RouteGrid.ts';

/** What is near: cards, and the ways of other lines. */
export interface Surroundings {
  readonly boxesIn: (part: Box) => readonly Box[];
  readonly takenIn: (part: Box) => readonly Stretch[];
  /** Steps of the search that may still be made, for this and other lines; without one left, a line runs plainly. */
  readonly budget: { left: number };
}

/** What a bend costs, px. */
const BEND = 30;

/** How far next to both ends a way is looked for, px; farther where there is none. */
const REACHES = [150, 500, 4000];

/** Right, down, left, up. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/**
 * The way of a line around cards: level and upright, with few bends and few crossings; under a card only where there is no
 * other way. Equal input gives equal output. What it takes grows with the cards between its ends, not with all of them.
 */
export function findRoute(line: Line, { boxesIn, takenIn, budget }: Surroundings): Route {
  const ends = [outside(line.from, STUB.out), outside(line.to, STUB.in)] as const;
  let best: { readonly points: readonly Point[]; readonly isClear: boolean } | null = null;
  for (const reach of REACHES) {
    const part = around(...ends, reach);
    const boxes = boxesIn(part);
    const taken = takenIn(part);
    budget.left -= (2 * boxes.length + 4) ** 2 + 20 * taken.length;
    if (budget.left < 0) break;
    const found = search(toGrid(line, { ends, part, boxes, taken }), line, ends);
    const isClear = found.every((point, index) => index === 0 || !isUnder(found[index - 1] ?? point, point, boxes));
    best = { points: found, isClear };
    if (isClear) break;
  }
  return simplify([line.from, ...(best?.points ?? bend(line, ends)), line.to].map(({ x, y }) => ({ x, y })));
}

/** The way with fewest bends, whatever is in it. */
function bend({ from, to }: Line, [s, t]: readonly [Point, Point]): readonly Point[] {
  if (!isOpposite(from, to))
    return OUTWARD[from.side].x === 0 ? [s, { x: s.x, y: t.y }, t] : [s, { x: t.x, y: s.y }, t];
  if (OUTWARD[from.side].x === 0) return [s, { x: s.x, y: (s.y + t.y) / 2 }, { x: t.x, y: (s.y + t.y) / 2 }, t];
  return [s, { x: (s.x + t.x) / 2, y: s.y }, { x: (s.x + t.x) / 2, y: t.y }, t];
}

function search(
  { xs, ys, level, upright }: RouteGrid,
  { from, to }: Line,
  [s, t]: readonly [Point, Point],
): readonly Point[] {
  const nx = xs.length;
  const [start, goal] = [placeOf(xs, s.x) + placeOf(ys, s.y) * nx, placeOf(xs, t.x) + placeOf(ys, t.y) * nx];
  const [first, last] = [directionOf(OUTWARD[from.side]), (directionOf(OUTWARD[to.side]) + 2) % 4];
  const size = nx * ys.length * 4;
  const costs = new Float64Array(size).fill(Infinity);
  const before = new Int32Array(size).fill(-1);
  const queue = new Queue();
  const left = (cell: number) =>
    Math.abs((xs[cell % nx] ?? 0) - t.x) + Math.abs((ys[Math.floor(cell / nx)] ?? 0) - t.y);
  costs[start * 4 + first] = 0;
  queue.push(start * 4 + first, left(start));
  for (let state = queue.pop(); state >= 0; state = queue.pop()) {
    const [cell, direction] = [state >> 2, state & 3];
    if (cell === goal && direction === last) return walkBack(state, before, xs, ys);
    const cost = costs[state] ?? 0;
    const [column, row] = [cell % nx, Math.floor(cell / nx)];
    for (let turn = -1; turn <= 1; turn += 1) {
      const next = (direction + turn + 4) % 4;
      const [dx, dy] = STEPS[next] ?? [0, 0];
      const [x, y] = [column + dx, row + dy];
      let to2 = -1;
      let price = cost;
      if (cell === goal && turn !== 0) {
        to2 = cell * 4 + next;
        price += BEND;
      } else if (x >= 0 && y >= 0 && x < nx && y < ys.length) {
        const step = dx === 0 ? upright[Math.min(row, y) * nx + column] : level[row * nx + Math.min(column, x)];
        to2 = (y * nx + x) * 4 + next;
        price += (step ?? 0) + (turn === 0 ? 0 : BEND);
      }
      if (to2 < 0 || price >= (costs[to2] ?? 0) - 1e-9) continue;
      costs[to2] = price;
      before[to2] = state;
      queue.push(to2, price + left(to2 >> 2));
    }
  }
  return [s, t];
}

function walkBack(state: number, before: Int32Array, xs: readonly number[], ys: readonly number[]): readonly Point[] {
  const points: Point[] = [];
  for (let at = state; at >= 0; at = before[at] ?? -1) {
    const cell = at >> 2;
    points.push({ x: xs[cell % xs.length] ?? 0, y: ys[Math.floor(cell / xs.length)] ?? 0 });
  }
  return points.toReversed();
}

function directionOf({ x, y }: Point): number {
  return STEPS.findIndex(([dx, dy]) => dx === x && dy === y);
}

/** Index of the value nearest to a coordinate: two that are as good as one were merged. */
function placeOf(values: readonly number[], value: number): number {
  let best = 0;
  for (let index = 1; index < values.length; index += 1)
    if (Math.abs((values[index] ?? 0) - value) < Math.abs((values[best] ?? 0) - value)) best = index;
  return best;
}

/** States by cost, the least first; of equal ones that which came first. */
class Queue {
  readonly #states: number[] = [];
  readonly #costs: number[] = [];

  push(state: number, cost: number): void {
    const [states, costs] = [this.#states, this.#costs];
    let at = states.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((costs[parent] ?? 0) <= cost) break;
      states[at] = states[parent] ?? 0;
      costs[at] = costs[parent] ?? 0;
      at = parent;
    }
    states[at] = state;
    costs[at] = cost;
  }

  /** The state of least cost; -1 where none is left. */
  pop(): number {
    const [states, costs] = [this.#states, this.#costs];
    const [top, state, cost] = [states[0], states.pop(), costs.pop()];
    if (top === undefined || state === undefined || cost === undefined) return -1;
    const size = states.length;
    if (size === 0) return top;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && (costs[child + 1] ?? 0) < (costs[child] ?? 0)) child += 1;
      if ((costs[child] ?? 0) >= cost) break;
      states[at] = states[child] ?? 0;
      costs[at] = costs[child] ?? 0;
      at = child;
    }
    states[at] = state;
    costs[at] = cost;
    return top;
  }
}
