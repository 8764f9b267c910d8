import type { Link } from '../Box.ts';
import { isBack, type Layered, type Span, toLayered } from './Layered.ts';
import { orderLayers, restore } from './orderLayers.ts';
import { placeAcross } from './placeAcross.ts';
import { rankNodes } from './rankNodes.ts';

/** A box with the room that it takes across the flow, px. */
interface Sized {
  readonly id: string;
  readonly height: number;
}

/** A place in the layers: the rank along the flow, and the middle across it, px. */
export interface Spot {
  readonly rank: number;
  readonly across: number;
}

/** Boxes in layers, and where each line passes those between its ends. */
export interface Layers {
  readonly spots: ReadonlyMap<string, Spot>;
  /** Each line with a spot for each rank from that of the source to that of the target. */
  readonly lanes: readonly { readonly source: string; readonly target: string; readonly spots: readonly Spot[] }[];
}

/** What the main line weighs compared with what leaves it: it is shorter and straighter. */
const MAIN_WEIGHT = 4;

/** Ports of what leaves the main line come after all of it. */
const ASIDE_PORT = 1_000;

/**
 * Puts boxes that lines join into layers along the flow, so that lines continue, are short and cross little. Equal input gives
 * equal output.
 * @param gap free space across the flow between two boxes, px; lines take half of it
 */
export function arrangeLayers(boxes: readonly Sized[], links: readonly Link[], gap: number): Layers {
  const leaving = listLeaving(boxes, links);
  const back = findBackLinks(leaving);
  const spans = leaving.flatMap((own, source) =>
    own.map(({ to: target, link }, port): Span => {
      const [from, to] = back.has(link) ? [target, source] : [source, target];
      const weight = link.isAside ? 1 : MAIN_WEIGHT;
      return { from, to, source, target, port: link.isAside ? ASIDE_PORT + port : port, weight };
    }),
  );
  const graph = orderNodes(rankNodes(boxes.length, spans), spans);
  const sizes = Float64Array.from(graph.layers, (_, node) => boxes[node]?.height ?? 0);
  const gapOf = (a: number, b: number) => (gapShare(boxes[a]) + gapShare(boxes[b])) * gap;
  const across = placeAcross(graph, { sizes, gapOf });
  const spotOf = (node: number): Spot => ({ rank: (graph.layers[node] ?? 1) - 1, across: across[node] ?? 0 });
  return {
    spots: new Map(boxes.map(({ id }, node) => [id, spotOf(node)])),
    lanes: listWays(graph).map(({ span, nodes }) => ({
      source: boxes[span.source]?.id ?? '',
      target: boxes[span.target]?.id ?? '',
      spots: nodes.map(spotOf),
    })),
  };
}

/** The lines that leave each box, by its index; of those that join the same two the first. */
function listLeaving(boxes: readonly Sized[], links: readonly Link[]) {
  const indices = new Map(boxes.map(({ id }, index) => [id, index]));
  const leaving = boxes.map((): { readonly to: number; readonly link: Link }[] => []);
  for (const link of links) {
    const [from, to] = [indices.get(link.source), indices.get(link.target)];
    if (from === undefined || to === undefined || from === to) continue;
    const own = leaving[from];
    if (own?.every((other) => other.to !== to)) own.push({ to, link });
  }
  return leaving;
}

/** The layers in their order, without the nodes where lines turn. */
function orderNodes(ranks: Int32Array, spans: readonly Span[]): Layered {
  const [turning, graph] = [toLayered(ranks, spans, 'with turns'), toLayered(ranks, spans, 'without turns')];
  orderLayers(turning, effortFor(turning));
  const isKept = (node: number) => node < graph.layers.length;
  restore(
    graph,
    0,
    turning.orders.map((order) => order.filter(isKept)),
  );
  return graph;
}

/** Steps that ordering may take for each node, and for all: a large graph is to be seen soon. */
const EFFORT = { perNode: 400, most: 100_000, ofLarge: 20_000 };

/** From so many nodes on, a graph is large. */
const LARGE = 1_500;

function effortFor({ layers }: Layered): number {
  return layers.length > LARGE ? EFFORT.ofLarge : Math.min(EFFORT.most, EFFORT.perNode * layers.length);
}

function gapShare(box: Sized | undefined): number {
  return box === undefined ? 1 / 4 : 1 / 2;
}

/** The nodes of each line from the layer of its source to that of its target. */
function listWays({
  spanOf,
  segments,
}: Layered): readonly { readonly span: Span; readonly nodes: readonly number[] }[] {
  const passing = new Map<Span, number[]>();
  for (const { span } of segments.flat()) passing.set(span, []);
  for (const [node, span] of spanOf.entries()) {
    if (span === null) continue;
    const nodes = passing.get(span);
    if (nodes) nodes.push(node);
    else passing.set(span, [node]);
  }
  return [...passing].map(([span, nodes]) => ({
    span,
    nodes: isBack(span) ? nodes.toReversed() : [span.source, ...nodes, span.target],
  }));
}

/**
 * The links that lead back, without which there is no circle: those to a box whose own lines are still being followed, when
 * all are followed in the order given.
 * @param leaving the links that leave each box, by index
 */
export function findBackLinks(
  leaving: readonly (readonly { readonly to: number; readonly link: Link }[])[],
): ReadonlySet<Link> {
  const back = new Set<Link>();
  const [isOpen, isDone] = [new Uint8Array(leaving.length), new Uint8Array(leaving.length)];
  for (const start of leaving.keys()) {
    if (isDone[start] === 1) continue;
    const path = [{ node: start, at: 0 }];
    isOpen[start] = 1;
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = leaving[top.node]?.[top.at];
      top.at += 1;
      if (next === undefined) {
        [isOpen[top.node], isDone[top.node]] = [0, 1];
        path.pop();
      } else if (isOpen[next.to] === 1) back.add(next.link);
      else if (isDone[next.to] === 0) {
        isOpen[next.to] = 1;
        path.push({ node: next.to, at: 0 });
      }
    }
  }
  return back;
}
