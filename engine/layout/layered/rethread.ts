import { costOf, costOfWay } from './crossings.ts';
import { type Chain, type Layered, renumber } from './Layered.ts';

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
