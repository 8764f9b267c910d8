import { costOfLayer, rethread, sift } from './crossings.ts';
import { type Layered, renumber } from './Layered.ts';

interface Budget {
  left: number;
}

/** Pairs of lines that are compared in the time of one step. */
const STEPS_PER_PAIR = 8;

/**
 * Orders the nodes of all layers so that lines cross little: from several beginnings each layer is sorted by the middle of its
 * neighbours, nodes and whole lines are moved where that helps, and then a few layers at a time are disordered and ordered
 * again as long as the effort lasts. Equal input gives equal output.
 * @param effort steps, of some nanoseconds each
 */
export function orderLayers(graph: Layered, effort: number): void {
  const budget = { left: effort };
  let best = { cost: Infinity, orders: copyOrders(graph) };
  for (const start of STARTS) {
    start(graph);
    sweep(graph, budget);
    settle(graph, { first: 0, last: graph.orders.length - 1 }, budget);
    const cost = costOfAll(graph, budget);
    if (cost < best.cost) best = { cost, orders: copyOrders(graph) };
    if (cost === 0 || budget.left < 0) break;
  }
  restore(graph, 0, best.orders);
  shake(graph, budget);
}

function costOfAll(
  graph: Layered,
  budget: Budget,
  { first, last } = { first: 0, last: graph.orders.length - 1 },
): number {
  let cost = 0;
  for (let layer = first; layer <= last; layer += 1) {
    cost += costOfLayer(graph, layer);
    budget.left -= (graph.segments[layer]?.length ?? 0) ** 2 / STEPS_PER_PAIR;
  }
  return cost;
}

/** Sweeps over all layers, and those in a row that may be in vain. */
const MOST_SWEEPS = 16;
const MOST_FRUITLESS = 4;

/** Sorts each layer by the middle of its neighbours, forwards and backwards, as long as that helps. */
function sweep(graph: Layered, budget: Budget): void {
  let best = { cost: costOfAll(graph, budget), orders: copyOrders(graph) };
  for (let round = 0, fruitless = 0; fruitless < MOST_FRUITLESS && round < MOST_SWEEPS; round += 1) {
    if (budget.left < 0) break;
    const isForwards = round % 2 === 0;
    const layers = [...graph.orders.keys()];
    for (const layer of isForwards ? layers : layers.reverse())
      sortByMiddle(graph, layer, { neighbours: isForwards ? graph.before : graph.after, isStable: round % 4 < 2 });
    const cost = costOfAll(graph, budget);
    budget.left -= graph.layers.length;
    fruitless += 1;
    if (cost >= best.cost) continue;
    best = { cost, orders: copyOrders(graph) };
    fruitless = 0;
  }
  restore(graph, 0, best.orders);
}

/** Sorts the nodes of a layer that have neighbours; those of one middle keep their order, or are turned. */
function sortByMiddle(
  graph: Layered,
  layer: number,
  { neighbours, isStable }: { readonly neighbours: Layered['before']; readonly isStable: boolean },
): void {
  const order = graph.orders[layer] ?? [];
  if (order.length < 2) return;
  const movable: { node: number; index: number; middle: number }[] = [];
  for (const [index, node] of order.entries()) {
    const own = neighbours[node] ?? [];
    let sum = 0;
    for (const { upper, lower } of own) sum += graph.places[upper === node ? lower : upper] ?? 0;
    if (own.length > 0) movable.push({ node, index, middle: sum / own.length });
  }
  const spots = movable.map(({ index }) => index);
  movable.sort((a, b) => a.middle - b.middle || (isStable ? a.index - b.index : b.index - a.index));
  for (const [at, index] of spots.entries()) order[index] = movable[at]?.node ?? 0;
  renumber(graph, layer);
}

/** A few layers in a row. */
interface Window {
  readonly first: number;
  readonly last: number;
}

const MOST_ROUNDS = 12;

/** Moves nodes and whole lines to better places in their layers until none has one. */
function settle(graph: Layered, { first, last }: Window, budget: Budget): void {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let gain = 0;
    for (let layer = first; layer <= last; layer += 1) gain += sift(graph, layer, budget);
    for (let layer = last; layer >= first; layer -= 1) gain += sift(graph, layer, budget);
    for (let layer = first; layer <= last; layer += 1)
      for (const chain of graph.chains[layer] ?? [])
        if (chain.first + chain.nodes.length - 1 <= last) gain += rethread(graph, chain, budget);
    if (gain === 0 || budget.left < 0) break;
  }
}

/** How far around a crossing layers are disordered, at most, and how far beyond they are ordered again. */
const REACH = { disordered: 3, ordered: 2 };

/** Disorders a few layers at a time around a crossing and orders them again; keeps what costs no more. */
function shake(graph: Layered, budget: Budget): void {
  const random = createRandom();
  const costs = graph.orders.map((_, layer) => costOfLayer(graph, layer));
  let crossed = listCrossed(costs);
  while (budget.left > 0 && crossed.length > 0) {
    const middle = (crossed[random(crossed.length)] ?? 0) + random(2);
    const reach = random(REACH.disordered);
    const inner = within(graph, middle - reach, middle + reach);
    const window = within(graph, inner.first - REACH.ordered, inner.last + REACH.ordered);
    const before = sumOf(costs, window);
    const kept = copyOrders(graph, window.first, window.last);
    for (let layer = inner.first; layer <= inner.last; layer += 1) disorder(graph, layer, random);
    settle(graph, window, budget);
    const now = costOfAll(graph, budget, { first: Math.max(0, window.first - 1), last: window.last });
    budget.left -= 100;
    if (now > before) {
      restore(graph, window.first, kept);
      continue;
    }
    for (let layer = Math.max(0, window.first - 1); layer <= window.last; layer += 1)
      costs[layer] = costOfLayer(graph, layer);
    crossed = listCrossed(costs);
  }
}

function within({ orders }: Layered, first: number, last: number): Window {
  return { first: Math.max(0, first), last: Math.min(orders.length - 1, last) };
}

/** What the lines at the layers of a window cost, those from the layer before it with them. */
function sumOf(costs: readonly number[], { first, last }: Window): number {
  return costs.slice(Math.max(0, first - 1), last + 1).reduce((sum, cost) => sum + cost, 0);
}

function listCrossed(costs: readonly number[]): readonly number[] {
  return [...costs.keys()].filter((layer) => (costs[layer] ?? 0) > 0);
}

function disorder(graph: Layered, layer: number, random: (below: number) => number): void {
  const order = graph.orders[layer] ?? [];
  for (let move = random(3); move >= 0; move -= 1) {
    const [node] = order.splice(random(order.length), 1);
    if (node !== undefined) order.splice(random(order.length + 1), 0, node);
  }
  renumber(graph, layer);
}

/** A linear generator of whole numbers below a bound: the same on every machine. */
function createRandom(): (below: number) => number {
  let state = 12_345;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Sets the layers to an order that was kept. */
export function restore(graph: Layered, first: number, orders: readonly (readonly number[])[]): void {
  for (const [index, order] of orders.entries()) {
    graph.orders[first + index] = [...order];
    renumber(graph, first + index);
  }
}

export function copyOrders({ orders }: Layered, first = 0, last = orders.length - 1): readonly (readonly number[])[] {
  return orders.slice(first, last + 1).map((order) => [...order]);
}

type Start = (graph: Layered) => void;

/** Orders to begin with: nodes as they are met from the first layer on, from the last, and layer by layer. */
export const STARTS: readonly Start[] = [
  (graph) => visit(graph, { next: graph.after, nodes: graph.orders.flat(), isDeep: true }),
  (graph) => visit(graph, { next: graph.after, nodes: graph.orders.flat(), isDeep: false }),
  (graph) => visit(graph, { next: graph.before, nodes: graph.orders.toReversed().flat(), isDeep: true }),
];

function visit(
  graph: Layered,
  {
    next,
    nodes,
    isDeep,
  }: { readonly next: Layered['after']; readonly nodes: readonly number[]; readonly isDeep: boolean },
): void {
  const isSeen = new Uint8Array(graph.layers.length);
  const orders: number[][] = graph.orders.map(() => []);
  for (const start of nodes) {
    const open = [start];
    for (let at = 0; isDeep ? open.length > 0 : at < open.length; at += 1) {
      const node = (isDeep ? open.pop() : open[at]) ?? 0;
      if (isSeen[node] === 1) continue;
      isSeen[node] = 1;
      orders[graph.layers[node] ?? 0]?.push(node);
      const followers = (next[node] ?? []).map(({ upper, lower }) => (upper === node ? lower : upper));
      open.push(...(isDeep ? followers.toReversed() : followers));
    }
  }
  restore(graph, 0, orders);
}
