/** A line of a layered graph, from a lower rank to a higher one. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** The boxes it joins as it was drawn: lines that share one of them may run together. */
  readonly source: number;
  readonly target: number;
  /** Where it leaves its source among other lines, across the flow. */
  readonly port: number;
  readonly weight: number;
}

/** A part of a line from one layer to the next. */
export interface Segment {
  readonly upper: number;
  readonly lower: number;
  readonly span: Span;
}

/** A line that passes layers, with its nodes in order: one in each layer from the first that it passes. */
export interface Chain {
  readonly span: Span;
  readonly nodes: readonly number[];
  readonly first: number;
  /** The nodes before and behind. */
  readonly from: number;
  readonly to: number;
}

/**
 * A graph in layers, that of a box one more than its rank: boxes are nodes 0 to `count - 1`, and where a line passes a layer
 * there is a node more. `orders` holds the nodes of each layer in their order across the flow, `places` the place of each
 * in it.
 */
export interface Layered {
  readonly count: number;
  readonly layers: readonly number[];
  readonly orders: number[][];
  readonly places: Int32Array;
  /** The line that a node which is no box stands for. */
  readonly spanOf: readonly (Span | null)[];
  /** Segments that arrive at each node from the layer before, and those that leave it to the next. */
  readonly before: readonly (readonly Segment[])[];
  readonly after: readonly (readonly Segment[])[];
  /** All segments by the layer that they leave. */
  readonly segments: readonly (readonly Segment[])[];
  /** Lines that pass layers, by the first that each passes. */
  readonly chains: readonly (readonly Chain[])[];
}

/**
 * Splits lines at the layers that they pass; nodes of a layer are in no useful order yet. A line that leads back passes the
 * layers of both its ends too. With `turns` it also has a node in the layers beyond, where it turns: they come last of all.
 */
export function toLayered(ranks: Int32Array, spans: readonly Span[], turns: 'with turns' | 'without turns'): Layered {
  const graph = new LayeredGraph(ranks);
  const found = spans.map((span) => ({ span, nodes: graph.addPassing(span) }));
  for (const { span, nodes } of found) graph.join(span, nodes, turns === 'with turns');
  return graph.finish();
}

/** Whether a line leads to an earlier layer. */
export function isBack({ from, source }: Span): boolean {
  return from !== source;
}

class LayeredGraph {
  readonly #count: number;
  readonly #layers: number[];
  readonly #spanOf: (Span | null)[];
  readonly #before: Segment[][];
  readonly #after: Segment[][];
  readonly #chains: Chain[][];
  readonly #segments: Segment[][];

  constructor(ranks: Int32Array) {
    this.#count = ranks.length;
    this.#layers = Array.from(ranks, (rank) => rank + 1);
    const depth = this.#layers.reduce((most, layer) => Math.max(most, layer), 0) + 2;
    this.#spanOf = this.#layers.map(() => null);
    [this.#before, this.#after] = [emptyLists(this.#count), emptyLists(this.#count)];
    [this.#chains, this.#segments] = [emptyLists(depth), emptyLists(depth)];
  }

  /** Adds a node in each layer that a line passes. */
  addPassing(span: Span): readonly number[] {
    const reach = isBack(span) ? 0 : 1;
    const [start, end] = [(this.#layers[span.from] ?? 0) + reach, (this.#layers[span.to] ?? 0) - reach];
    const nodes: number[] = [];
    for (let layer = start; layer <= end; layer += 1) nodes.push(this.#add(layer, span));
    return nodes;
  }

  #add(layer: number, span: Span): number {
    this.#spanOf.push(span);
    this.#before.push([]);
    this.#after.push([]);
    return this.#layers.push(layer) - 1;
  }

  /** Joins the nodes of a line to each other and to its ends. */
  join(span: Span, nodes: readonly number[], hasTurns: boolean): void {
    const [from, to] = isBack(span) ? this.#turn(span, hasTurns) : [span.from, span.to];
    const path = [from, ...nodes, to].filter((node) => node !== null);
    for (const [index, lower] of path.entries()) if (index > 0) this.#connect(path[index - 1] ?? 0, lower, span);
    const first = this.#layers[nodes[0] ?? 0] ?? 0;
    if (nodes.length > 0 && from !== null && to !== null) this.#chains[first]?.push({ span, nodes, first, from, to });
  }

  /** The nodes where a line turns that leads back. */
  #turn(span: Span, hasTurns: boolean): readonly [number, number] | readonly [null, null] {
    if (!hasTurns) return [null, null];
    const before = this.#add((this.#layers[span.from] ?? 0) - 1, span);
    const behind = this.#add((this.#layers[span.to] ?? 0) + 1, span);
    this.#connect(before, span.from, span);
    this.#connect(span.to, behind, span);
    return [before, behind];
  }

  #connect(upper: number, lower: number, span: Span): void {
    const segment = { upper, lower, span };
    this.#after[upper]?.push(segment);
    this.#before[lower]?.push(segment);
    this.#segments[this.#layers[upper] ?? 0]?.push(segment);
  }

  finish(): Layered {
    const [layers, orders] = [this.#layers, emptyLists<number>(this.#segments.length)];
    for (const [node, layer] of layers.entries()) orders[layer]?.push(node);
    const graph = {
      count: this.#count,
      layers,
      orders,
      places: new Int32Array(layers.length),
      spanOf: this.#spanOf,
      before: this.#before,
      after: this.#after,
      segments: this.#segments,
      chains: this.#chains,
    };
    for (const layer of orders.keys()) renumber(graph, layer);
    return graph;
  }
}

function emptyLists<T>(count: number): T[][] {
  return Array.from({ length: count }, () => []);
}

/** Writes down the places of a layer after its order changed. */
export function renumber({ orders, places }: Pick<Layered, 'orders' | 'places'>, layer: number): void {
  for (const [place, node] of (orders[layer] ?? []).entries()) places[node] = place;
}
