import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyGraph, toLayers } from './anyGraph.ts';
import { orderLayers } from './orderLayers.ts';
import { placeAcross } from './placeAcross.ts';

const GAP = 40;
const ROUNDING = 1e-6;

test('nodes keep the order of their layer and their distance', () => {
  fc.assert(
    fc.property(anyGraph(24, 'without circles'), (any) => {
      const graph = toLayers(any);
      orderLayers(graph, 2_000);
      const sizes = Float64Array.from(graph.layers, (_, node) => any.heights[node] ?? 0);
      const across = placeAcross(graph, { sizes, gapOf: () => GAP });
      for (const order of graph.orders)
        for (const [index, node] of order.entries()) {
          const before = order[index - 1];
          if (before === undefined) continue;
          const least = ((sizes[before] ?? 0) + (sizes[node] ?? 0)) / 2 + GAP;
          expect((across[node] ?? 0) - (across[before] ?? 0)).toBeGreaterThanOrEqual(least - ROUNDING);
        }
    }),
  );
});

test('a line is straight where it passes layers alone', () => {
  const lines = [0, 1, 2, 3].map((from) => ({ from, to: from + 1, isAside: false }));
  const any = { heights: [60, 60, 60, 60, 60], lines: [...lines, { from: 0, to: 4, isAside: true }] };
  const graph = toLayers(any);
  const sizes = Float64Array.from(graph.layers, (_, node) => any.heights[node] ?? 0);
  const across = placeAcross(graph, { sizes, gapOf: () => GAP });
  const passing = graph.chains.flat().flatMap(({ nodes }) => nodes.map((node) => across[node]));
  expect(passing).toHaveLength(3);
  expect(new Set(passing).size).toBe(1);
});
