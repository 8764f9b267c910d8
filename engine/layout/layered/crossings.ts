import { type Chain, type Layered, renumber, type Segment, type Span } from './Layered.ts';

/** Takes a line out of the layers that it passes and leads it back where it crosses least; answers how much less that costs. */
export function rethread(graph: Layered, chain: Chain, budget: { left: number }): number {
  const { nodes, first, span, from, to } = chain;
  const { orders, places, segments } = graph;
  const old = nodes.map((node) => places[node] ?? 0);
  const stops = [places[from] ?? 0, ...old, places[to] ?? 0];
  let cost = 0;
  for (let index = 0; index <= nodes.length; index += 1) {
    cost += costOfWay(graph, first + index - 1, { span, from: stops[index] ?? 0, to: stops[index + 1] ?? 0 });
    budget.left -= segments[first + index - 1]?.length ?? 0;
  }
  if (cost === 0) return 0;
  for (const [index, node] of nodes.entries()) {
    orders[first + index]?.splice(old[index] ?? 0, 1);
    renumber(graph, first + index);
    places[node] = -1;
  }
  const found = findGaps(graph, chain, budget);
  const isBetter = found.cost < cost;
  for (const [index, node] of nodes.entries()) {
    orders[first + index]?.splice((isBetter ? found.gaps[index] : old[index]) ?? 0, 0, node);
    renumber(graph, first + index);
  }
  return isBetter ? cost - found.cost : 0;
}

/** The gap in each layer that a line passes, so that it crosses least; the line itself is in none of them. */
function findGaps(graph: Layered, chain: Chain, budget: { left: number }) {
  const { nodes, first } = chain;
  // What the way to each gap costs; at first from the one end.
  let costs = new Float64Array(1);
  const choices: Int32Array[] = [];
  for (let index = 0; index <= nodes.length; index += 1) {
    const [isFirst, isLast] = [index === 0, index === nodes.length];
    const crossed = new CrossedLines(graph, first + index - 1, chain);
    const size = isLast ? 1 : (graph.orders[first + index]?.length ?? 0) + 1;
    const [next, choice] = [new Float64Array(size).fill(Infinity), new Int32Array(size)];
    for (let to = 0; to < size; to += 1)
      for (let from = 0; from < costs.length; from += 1) {
        const cost = (costs[from] ?? 0) + crossed.count(isFirst ? -1 : from, isLast ? -1 : to);
        if (cost < (next[to] ?? 0)) [next[to], choice[to]] = [cost, from];
      }
    budget.left -= size * costs.length + crossed.size;
    costs = next;
    choices.push(choice);
  }
  const gaps: number[] = [];
  let gap = 0;
  for (let index = nodes.length; index > 0; index -= 1) {
    gap = choices[index]?.[gap] ?? 0;
    gaps[index - 1] = gap;
  }
  return { cost: costs[0] ?? 0, gaps };
}

/** The lines between two layers, added up by the places of their ends. */
class CrossedLines {
  readonly size: number;
  readonly #rows: number;
  readonly #columns: number;
  readonly #sums: Float64Array;
  readonly #ends: { readonly from: number; readonly to: number };

  constructor({ orders, segments, places }: Layered, layer: number, { span, from, to }: Chain) {
    const [rows, columns] = [(orders[layer]?.length ?? 0) + 1, (orders[layer + 1]?.length ?? 0) + 1];
    const sums = new Float64Array(rows * columns);
    for (const { upper, lower, span: other } of segments[layer] ?? []) {
      if (other === span) continue;
      const at = ((places[upper] ?? 0) + 1) * columns + (places[lower] ?? 0) + 1;
      sums[at] = (sums[at] ?? 0) + costOf(other, span);
    }
    for (let at = columns + 1; at < sums.length; at += 1) {
      if (at % columns === 0) continue;
      sums[at] = (sums[at] ?? 0) + (sums[at - columns] ?? 0) + (sums[at - 1] ?? 0) - (sums[at - columns - 1] ?? 0);
    }
    [this.#rows, this.#columns, this.#sums, this.size] = [rows, columns, sums, sums.length];
    this.#ends = { from: places[from] ?? 0, to: places[to] ?? 0 };
  }

  /** What a way costs from one gap to another; -1 stands for the end of the line itself. */
  count(from: number, to: number): number {
    const [above, behind] = from < 0 ? [this.#ends.from, this.#ends.from + 1] : [from, from];
    const [left, right] = to < 0 ? [this.#ends.to, this.#ends.to + 1] : [to, to];
    const outwards = this.#at(above, this.#columns - 1) - this.#at(above, right);
    return outwards + this.#at(this.#rows - 1, left) - this.#at(behind, left);
  }

  #at(row: number, column: number): number {
    return this.#sums[row * this.#columns + column] ?? 0;
  }
}

/** What it costs that two lines cross: little where they share an end, since they run together there. */
const CROSSING = { apart: 8, together: 1 };

export function costOf(a: Span, b: Span): number {
  return a.source === b.source || a.target === b.target ? CROSSING.together : CROSSING.apart;
}

/** What lines cost that cross between one layer and the next, or leave a box against the order of its ports. */
export function costOfLayer({ segments, places }: Layered, layer: number): number {
  const own = segments[layer] ?? [];
  let cost = 0;
  for (let i = 1; i < own.length; i += 1) {
    const a = own[i];
    if (!a) continue;
    const [above, below] = [places[a.upper] ?? 0, places[a.lower] ?? 0];
    for (let j = 0; j < i; j += 1) {
      const b = own[j];
      if (b) cost += costOfTwo(a, b, above - (places[b.upper] ?? 0), below - (places[b.lower] ?? 0));
    }
  }
  return cost;
}

function costOfTwo(a: Segment, b: Segment, above: number, below: number): number {
  if (above * below < 0) return costOf(a.span, b.span);
  return above === 0 && (a.span.port - b.span.port) * below < 0 ? CROSSING.together : 0;
}

/** What it costs that `left` comes before `right` in their layer, by the places of the layers next to it. */
export function costOfPair({ places, before, after }: Layered, left: number, right: number): number {
  let cost = 0;
  for (const a of after[left] ?? [])
    for (const b of after[right] ?? [])
      if ((places[a.lower] ?? 0) > (places[b.lower] ?? 0)) cost += costOf(a.span, b.span);
  for (const a of before[left] ?? [])
    for (const b of before[right] ?? []) cost += costOfTwo(a, b, (places[a.upper] ?? 0) - (places[b.upper] ?? 0), -1);
  return cost;
}

/** What the lines cost between a layer and the next that cross a way from one place to another. */
function costOfWay(
  { segments, places }: Layered,
  layer: number,
  way: { readonly span: Span; readonly from: number; readonly to: number },
): number {
  let cost = 0;
  for (const { upper, lower, span } of segments[layer] ?? [])
    if (((places[upper] ?? 0) - way.from) * ((places[lower] ?? 0) - way.to) < 0) cost += costOf(span, way.span);
  return cost;
}

/** Rounds over one layer: more seldom find anything. */
const MOST_ROUNDS = 6;

/** Tries all places of its layer for each node; answers how much less the order costs that comes of it. */
export function sift(graph: Layered, layer: number, budget: { left: number }): number {
  const order = graph.orders[layer] ?? [];
  const size = order.length;
  if (size < 2) return 0;
  // What it costs that one node comes before another, by their places at first; less what the other order costs.
  const costs = new Float64Array(size * size);
  let isOrdered = true;
  for (let a = 0; a < size; a += 1)
    for (let b = a + 1; b < size; b += 1) {
      const [one, other] = [order[a] ?? 0, order[b] ?? 0];
      const cost = costOfPair(graph, one, other) - costOfPair(graph, other, one);
      if (cost > 0) isOrdered = false;
      costs[a * size + b] = cost;
      costs[b * size + a] = -cost;
    }
  budget.left -= size * size;
  if (isOrdered) return 0;
  const sorted = Array.from(order.keys());
  let gain = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = gain;
    for (let node = 0; node < size; node += 1) gain += siftNode(sorted, node, costs);
    if (gain === before) break;
  }
  graph.orders[layer] = sorted.map((index) => order[index] ?? 0);
  renumber(graph, layer);
  return gain;
}

function siftNode(sorted: number[], node: number, costs: Float64Array): number {
  const size = sorted.length;
  const from = sorted.indexOf(node);
  let [least, best] = [0, from];
  for (let at = from - 1, change = 0; at >= 0; at -= 1) {
    change += costs[node * size + (sorted[at] ?? 0)] ?? 0;
    if (change < least) [least, best] = [change, at];
  }
  for (let at = from + 1, change = 0; at < size; at += 1) {
    change -= costs[node * size + (sorted[at] ?? 0)] ?? 0;
    if (change < least) [least, best] = [change, at];
  }
  if (best === from) return 0;
  sorted.splice(from, 1);
  sorted.splice(best, 0, node);
  return -least;
}
