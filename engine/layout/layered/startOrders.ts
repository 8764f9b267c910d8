import { type Layered, renumber } from './Layered.ts';

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
