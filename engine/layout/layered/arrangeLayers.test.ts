import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Link } from '../Box.ts';
import { type AnyGraph, anyGraph, toLinks } from './anyGraph.ts';
import { findBackLinks } from './arrangeLayers.ts';

interface Leaving {
  readonly to: number;
  readonly link: Link;
}

function listLeaving(graph: AnyGraph): readonly (readonly Leaving[])[] {
  const links = toLinks(graph);
  return graph.heights.map((_, node) =>
    graph.lines.flatMap(({ from, to }, index) => {
      const link = links[index];
      return from === node && link ? [{ to, link }] : [];
    }),
  );
}

/** Whether one box can be reached from another. */
function leads(leaving: readonly (readonly Leaving[])[], from: number, to: number): boolean {
  const reached = new Set([from]);
  for (const node of reached) for (const next of leaving[node] ?? []) reached.add(next.to);
  return reached.has(to);
}

test('without the links that lead back there is no circle', () => {
  fc.assert(
    fc.property(anyGraph(16, 'with circles'), (graph) => {
      const leaving = listLeaving(graph);
      const back = findBackLinks(leaving);
      const left = leaving.map((own) => own.filter(({ link }) => !back.has(link)));
      for (const [from, own] of left.entries()) for (const { to } of own) expect(leads(left, to, from)).toBe(false);
    }),
  );
});

test('a link that is on no circle leads on', () => {
  fc.assert(
    fc.property(anyGraph(16, 'with circles'), (graph) => {
      const leaving = listLeaving(graph);
      const back = findBackLinks(leaving);
      for (const [from, own] of leaving.entries())
        for (const { to, link } of own) if (back.has(link)) expect(leads(leaving, to, from)).toBe(true);
    }),
  );
});

test('a link to a box that was followed before leads on', () => {
  const lines = [
    { from: 0, to: 1, isAside: false },
    { from: 2, to: 1, isAside: false },
  ];
  expect(findBackLinks(listLeaving({ heights: [60, 60, 60], lines })).size).toBe(0);
});
