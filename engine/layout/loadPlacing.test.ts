import { expect, it, vi } from 'vitest';
import type { Graph } from '../graph/index.ts';
import { plainTask } from '../testing/given/plainTask.ts';

const SIZE = { width: 216, height: 60 };

function graphOf(...ids: readonly string[]): Graph {
  const nodes = ids.map((id, index) => {
    const task = plainTask(id);
    return { id, task, parent: null, children: [], isStart: index === 0, isReachable: true };
  });
  return { nodes: new Map(nodes.map((node) => [node.id, node])), edges: [] };
}

function optionsOf(positions: readonly (readonly [string, { x: number; y: number }])[]) {
  const at = { positions: new Map(positions), collapsed: new Set<string>() };
  return { ...at, direction: 'right', mode: 'missing', sizeOf: () => SIZE } as const;
}

it('is missing until it was loaded, and fails with that', async () => {
  vi.resetModules();
  const { layoutGraph, loadPlacing, PlacingMissing } = await import('./index.ts');
  expect(() => layoutGraph(graphOf('a', 'b'), optionsOf([['a', { x: 5, y: 7 }]]))).toThrow(PlacingMissing);
  await loadPlacing();
  expect(layoutGraph(graphOf('a', 'b'), optionsOf([])).placements.size).toBe(2);
});

it('is not needed where everything has a place', async () => {
  vi.resetModules();
  const { layoutGraph } = await import('./index.ts');
  const placed = layoutGraph(graphOf('a'), optionsOf([['a', { x: 5, y: 7 }]]));
  expect(placed.placements.get('a')).toEqual({ x: 5, y: 7, ...SIZE });
});
