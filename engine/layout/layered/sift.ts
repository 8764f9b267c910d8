import { costOfPair } from './crossings.ts';
import { type Layered, renumber } from './Layered.ts';

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
