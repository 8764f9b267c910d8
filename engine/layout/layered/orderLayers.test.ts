import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyGraph, toLayers } from './anyGraph.ts';
import { costOf, costOfLayer, costOfPair, rethread, sift } from './crossings.ts';
import { type Layered, renumber } from './Layered.ts';
import { copyOrders, orderLayers, STARTS } from './orderLayers.ts';

const graphs = anyGraph(18, 'without circles').map(toLayers);

function costOfAll(graph: Layered): number {
  return graph.orders.reduce((sum, _, layer) => sum + costOfLayer(graph, layer), 0);
}

/** That each layer has the nodes it had, each at the place that is noted. */
function expectWhole(graph: Layered, before: ReturnType<typeof copyOrders>): void {
  for (const [layer, order] of graph.orders.entries()) {
    expect(order.toSorted((a, b) => a - b)).toEqual((before[layer] ?? []).toSorted((a, b) => a - b));
    for (const [place, node] of order.entries()) expect(graph.places[node]).toBe(place);
  }
}

test('lines that cross cost, those with a common end little, and against the order of ports as little', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      for (const [layer, own] of graph.segments.entries()) {
        let cost = 0;
        for (const [index, a] of own.entries())
          for (const b of own.slice(0, index)) {
            const [above, below] = [a, b].map(
              ({ upper, lower }) => [graph.places[upper], graph.places[lower]] as const,
            );
            const [from, to] = [(above?.[0] ?? 0) - (below?.[0] ?? 0), (above?.[1] ?? 0) - (below?.[1] ?? 0)];
            if (from * to < 0) cost += costOf(a.span, b.span);
            else if (from === 0 && (a.span.port - b.span.port) * to < 0) cost += 1;
          }
        expect(costOfLayer(graph, layer)).toBe(cost);
      }
    }),
  );
});

test('what two neighbours cost in one order and the other is what exchanging them changes', () => {
  fc.assert(
    fc.property(graphs, fc.nat(), (graph, pick) => {
      const wide = [...graph.orders.keys()].filter((layer) => (graph.orders[layer]?.length ?? 0) > 1);
      const layer = wide[pick % Math.max(1, wide.length)];
      const order = graph.orders[layer ?? -1];
      if (layer === undefined || order === undefined) return;
      const at = pick % (order.length - 1);
      const [left = 0, right = 0] = order.slice(at, at + 2);
      const before = costOfAll(graph);
      const change = costOfPair(graph, right, left) - costOfPair(graph, left, right);
      [order[at], order[at + 1]] = [right, left];
      renumber(graph, layer);
      expect(costOfAll(graph) - before).toBe(change);
    }),
  );
});

test('moving nodes of a layer gains what it says, and no order becomes worse by it', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const kept = copyOrders(graph);
      for (const layer of graph.orders.keys()) {
        const before = costOfAll(graph);
        const gain = sift(graph, layer, { left: Infinity });
        expect(gain).toBeGreaterThanOrEqual(0);
        expect(before - costOfAll(graph)).toBe(gain);
      }
      expectWhole(graph, kept);
    }),
  );
});

test('leading a line back where it crosses least gains what it says at least', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const kept = copyOrders(graph);
      for (const chain of graph.chains.flat()) {
        const before = crossingsOf(graph);
        const gain = rethread(graph, chain, { left: Infinity });
        expect(before - crossingsOf(graph)).toBe(gain);
        expect(gain).toBeGreaterThanOrEqual(0);
      }
      expectWhole(graph, kept);
    }),
  );
});

/** What lines cost that cross, without the order of ports. */
function crossingsOf({ segments, places }: Layered): number {
  let cost = 0;
  for (const own of segments)
    for (const [index, a] of own.entries())
      for (const b of own.slice(0, index)) {
        const above = (places[a.upper] ?? 0) - (places[b.upper] ?? 0);
        if (above * ((places[a.lower] ?? 0) - (places[b.lower] ?? 0)) < 0) cost += costOf(a.span, b.span);
      }
  return cost;
}

test('the order found costs no more than any that it began with, with whatever effort', () => {
  fc.assert(
    fc.property(anyGraph(18, 'without circles'), fc.constantFrom(0, 500, 20_000), (any, effort) => {
      const graph = toLayers(any);
      const kept = copyOrders(graph);
      const [start] = STARTS;
      start?.(graph);
      expectWhole(graph, kept);
      const begun = costOfAll(graph);
      const found = toLayers(any);
      orderLayers(found, effort);
      expectWhole(found, kept);
      expect(costOfAll(found)).toBeLessThanOrEqual(begun);
    }),
  );
});

test('the order is the same each time', () => {
  fc.assert(
    fc.property(anyGraph(18, 'without circles'), (any) => {
      const [one, other] = [toLayers(any), toLayers(any)];
      orderLayers(one, 5_000);
      orderLayers(other, 5_000);
      expect(one.orders).toEqual(other.orders);
    }),
    { numRuns: 30 },
  );
});

test('a tree is drawn without a crossing', () => {
  const parents = Array.from({ length: 14 }, (_, index) => Math.floor(index / 2));
  const lines = parents.map((from, index) => ({ from, to: index + 1, isAside: false }));
  const graph = toLayers({ heights: Array.from({ length: 15 }, () => 60), lines: lines.toReversed() });
  orderLayers(graph, 50_000);
  expect(crossingsOf(graph)).toBe(0);
});
