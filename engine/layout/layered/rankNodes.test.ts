import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyGraph, toSpans } from './anyGraph.ts';
import { type Arc, rankNodes } from './rankNodes.ts';

function lengthOf(ranks: Iterable<number>, arcs: readonly Arc[]): number {
  const all = [...ranks];
  return arcs.reduce((sum, { from, to, weight }) => sum + weight * ((all[to] ?? 0) - (all[from] ?? 0)), 0);
}

/**
 * Whether moving some nodes one rank on shortens the whole. Where that is so for none of all sets of nodes, no ranking is
 * shorter: the length is convex in the ranks.
 */
function canBeShorter(ranks: Int32Array, arcs: readonly Arc[]): boolean {
  for (let set = 1; set < 2 ** ranks.length - 1; set += 1) {
    const moved = ranks.map((rank, node) => rank + ((set >> node) & 1));
    const isAllowed = arcs.every(({ from, to }) => (moved[to] ?? 0) > (moved[from] ?? 0));
    if (isAllowed && lengthOf(moved, arcs) < lengthOf(ranks, arcs)) return true;
  }
  return false;
}

test('each line leads at least one rank on, and ranks begin with 0', () => {
  fc.assert(
    fc.property(anyGraph(40, 'without circles'), (graph) => {
      const arcs = toSpans(graph);
      const ranks = rankNodes(graph.heights.length, arcs);
      expect(Math.min(...ranks)).toBe(0);
      for (const { from, to } of arcs) expect(ranks[to]).toBeGreaterThan(ranks[from] ?? Infinity);
    }),
  );
});

test('lines are as short together, by weight, as they can be', () => {
  fc.assert(
    fc.property(anyGraph(10, 'without circles'), (graph) => {
      const arcs = toSpans(graph);
      expect(canBeShorter(rankNodes(graph.heights.length, arcs), arcs)).toBe(false);
    }),
  );
});

test('a box alone has rank 0', () => {
  expect([...rankNodes(1, [])]).toEqual([0]);
});
