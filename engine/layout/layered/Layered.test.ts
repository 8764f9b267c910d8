import { expect, test } from 'vitest';
import { isBack, type Span, toLayered } from './Layered.ts';

const RANKS = Int32Array.from([0, 1, 2, 3]);

function span(from: number, to: number, source = from, target = to): Span {
  return { from, to, source, target, port: 0, weight: 1 };
}

const CHAIN = [span(0, 1), span(1, 2), span(2, 3)];

test('a line has a node in each layer that it passes', () => {
  const graph = toLayered(RANKS, [...CHAIN, span(0, 3)], 'with turns');
  expect(graph.orders.map((order) => order.length)).toEqual([0, 1, 2, 2, 1, 0]);
  expect(graph.chains.flat().map(({ nodes, from, to }) => ({ nodes: nodes.length, from, to }))).toEqual([
    { nodes: 2, from: 0, to: 3 },
  ]);
});

test('a line that leads back passes the layers of its ends too, and with turns those beyond', () => {
  const back = span(1, 2, 2, 1);
  expect([isBack(back), isBack(span(1, 2))]).toEqual([true, false]);
  const [turning, plain] = [
    toLayered(RANKS, [...CHAIN, back], 'with turns'),
    toLayered(RANKS, [...CHAIN, back], 'without turns'),
  ];
  expect(turning.orders.map((order) => order.length)).toEqual([0, 2, 2, 2, 2, 0]);
  expect(plain.orders.map((order) => order.length)).toEqual([0, 1, 2, 2, 1, 0]);
  // The nodes where it turns come last: without them the others are the same.
  expect(turning.layers.slice(0, plain.layers.length)).toEqual(plain.layers);
});

test('segments lead from each layer to the next', () => {
  const graph = toLayered(RANKS, [...CHAIN, span(0, 3), span(1, 2, 2, 1)], 'with turns');
  for (const [layer, own] of graph.segments.entries())
    for (const { upper, lower } of own) expect([graph.layers[upper], graph.layers[lower]]).toEqual([layer, layer + 1]);
});
