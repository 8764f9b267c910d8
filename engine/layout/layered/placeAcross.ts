import type { Layered, Segment } from './Layered.ts';

/** Room each node takes across the flow, px. */
export interface Widths {
  /** By node. */
  readonly sizes: Float64Array;
  /** Free space between two nodes of a layer. */
  readonly gapOf: (a: number, b: number) => number;
}

/**
 * The middle of each node across the flow, px: lines that pass layers are straight, and boxes are level with a neighbour
 * where they can be. After Brandes and Köpf: the mean of the middle two of four arrangements, each packed to one corner.
 */
export function placeAcross(graph: Layered, widths: Widths): Float64Array {
  const conflicts = findConflicts(graph);
  const found: Float64Array[] = [];
  for (const isUpwards of [false, true])
    for (const isRightwards of [false, true]) {
      const orders = (isUpwards ? graph.orders.toReversed() : graph.orders).map((order) =>
        isRightwards ? order.toReversed() : order,
      );
      const neighbours = isUpwards ? graph.after : graph.before;
      const { root, align } = alignNodes(graph, orders, neighbours, conflicts);
      const places = packBlocks(orders, { root, align }, widths);
      found.push(isRightwards ? places.map((place) => -place) : places);
    }
  return balance(found, widths);
}

/**
 * Segments that are not kept straight, as they cross another that is: a chain, which nothing else joins or leaves, comes first,
 * and then the lines that pass layers.
 */
function findConflicts(graph: Layered): ReadonlySet<object> {
  const { orders, before, spanOf } = graph;
  const conflicts = new Set<object>();
  for (const order of orders) {
    const segments = order.flatMap((node) => before[node] ?? []);
    const chains = segments.filter((segment) => isChain(graph, segment));
    const inner = segments.filter(({ upper, lower }) => spanOf[upper] && spanOf[lower]);
    for (const segment of segments) {
      if (chains.includes(segment)) continue;
      const isInner = spanOf[segment.upper] && spanOf[segment.lower];
      const first = isInner ? chains : [...chains, ...inner];
      if (first.some((other) => isCrossing(graph, segment, other))) conflicts.add(segment);
    }
  }
  return conflicts;
}

/** Whether two boxes are joined by a line that is the only one between the layers there. */
function isChain({ before, after, spanOf }: Layered, { upper, lower }: Segment): boolean {
  return !spanOf[upper] && !spanOf[lower] && after[upper]?.length === 1 && before[lower]?.length === 1;
}

function isCrossing({ places }: Layered, one: Segment, other: Segment): boolean {
  const [upper, lower] = [
    (places[other.upper] ?? 0) - (places[one.upper] ?? 0),
    (places[other.lower] ?? 0) - (places[one.lower] ?? 0),
  ];
  return upper * lower < 0;
}

interface Blocks {
  /** The first node of the block each node is in, and the node after each in its block, in a circle. */
  readonly root: Int32Array;
  readonly align: Int32Array;
}

function alignNodes(
  graph: Layered,
  orders: readonly (readonly number[])[],
  neighbours: Layered['before'],
  conflicts: ReadonlySet<object>,
): Blocks {
  const root = Int32Array.from(graph.layers.keys());
  const align = Int32Array.from(graph.layers.keys());
  const place = new Int32Array(graph.layers.length);
  for (const order of orders) for (const [index, node] of order.entries()) place[node] = index;
  for (const order of orders) {
    let last = -1;
    for (const node of order) {
      const segments = (neighbours[node] ?? [])
        .map((segment) => ({ segment, other: segment.upper === node ? segment.lower : segment.upper }))
        .sort((a, b) => (place[a.other] ?? 0) - (place[b.other] ?? 0));
      const most = Math.max(...segments.map(({ segment }) => segment.span.weight));
      const main = segments.filter(({ segment }) => segment.span.weight === most);
      const middle = (main.length - 1) / 2;
      for (let at = Math.floor(middle); at <= Math.ceil(middle); at += 1) {
        const choice = main[at];
        if (!choice || align[node] !== node || conflicts.has(choice.segment)) continue;
        const { other } = choice;
        if ((place[other] ?? 0) <= last) continue;
        align[other] = node;
        root[node] = root[other] ?? other;
        align[node] = root[node] ?? node;
        last = place[other] ?? 0;
      }
    }
  }
  return { root, align };
}

/** Packs blocks as far to the lower side as their order allows, and then back to where nothing is in between. */
function packBlocks(orders: readonly (readonly number[])[], { root }: Blocks, { sizes, gapOf }: Widths): Float64Array {
  const after = new Map<number, Map<number, number>>();
  const before = new Map<number, Map<number, number>>();
  const roots = new Set<number>();
  for (const order of orders)
    for (const [index, node] of order.entries()) {
      const own = root[node] ?? node;
      roots.add(own);
      const previous = order[index - 1];
      if (previous === undefined) continue;
      const gap = ((sizes[previous] ?? 0) + (sizes[node] ?? 0)) / 2 + gapOf(previous, node);
      keepApart(before, own, root[previous] ?? previous, gap);
      keepApart(after, root[previous] ?? previous, own, gap);
    }
  const sorted = sortBlocks(roots, before, after);
  const places = new Float64Array(root.length);
  for (const block of sorted) {
    let least = 0;
    for (const [other, gap] of before.get(block) ?? []) least = Math.max(least, (places[other] ?? 0) + gap);
    places[block] = least;
  }
  for (const block of sorted.toReversed()) {
    let most = Infinity;
    for (const [other, gap] of after.get(block) ?? []) most = Math.min(most, (places[other] ?? 0) - gap);
    if (most !== Infinity) places[block] = Math.max(places[block] ?? 0, most);
  }
  for (const [node, own] of root.entries()) places[node] = places[own] ?? 0;
  return places;
}

/** Notes the least distance of two blocks. */
function keepApart(gaps: Map<number, Map<number, number>>, block: number, other: number, gap: number): void {
  const known = gaps.get(block) ?? new Map<number, number>();
  known.set(other, Math.max(known.get(other) ?? 0, gap));
  gaps.set(block, known);
}

function sortBlocks(
  roots: ReadonlySet<number>,
  before: ReadonlyMap<number, ReadonlyMap<number, number>>,
  after: ReadonlyMap<number, ReadonlyMap<number, number>>,
): readonly number[] {
  const open = new Map([...roots].map((node) => [node, before.get(node)?.size ?? 0]));
  const queue = [...roots].filter((node) => open.get(node) === 0);
  for (const node of queue)
    for (const next of after.get(node)?.keys() ?? []) {
      const left = (open.get(next) ?? 1) - 1;
      open.set(next, left);
      if (left === 0) queue.push(next);
    }
  return queue;
}

/** Moves the four arrangements onto the narrowest and takes the mean of the middle two for each node. */
function balance(found: readonly Float64Array[], { sizes }: Widths): Float64Array {
  const bounds = found.map((places) => {
    let [low, high] = [Infinity, -Infinity];
    for (const [node, place] of places.entries()) {
      low = Math.min(low, place - (sizes[node] ?? 0) / 2);
      high = Math.max(high, place + (sizes[node] ?? 0) / 2);
    }
    return { low, high };
  });
  const narrowest = bounds.reduce((best, one) => (one.high - one.low < best.high - best.low ? one : best));
  const moved = found.map((places, index) => {
    const { low, high } = bounds[index] ?? narrowest;
    const shift = index % 2 === 0 ? narrowest.low - low : narrowest.high - high;
    return places.map((place) => place + shift);
  });
  return Float64Array.from(moved[0]?.keys() ?? [], (node) => {
    const [, a = 0, b = 0] = moved.map((places) => places[node] ?? 0).sort((one, two) => one - two);
    return (a + b) / 2;
  });
}
