import { beforeAll, expect, test } from 'vitest';
import { analyze } from '../graph/index.ts';
import { ratioToFloor } from '../testing/timing.ts';
import { layoutGraph, loadPlacing } from './layoutGraph.ts';
import { LARGE, LAYOUT_OPTIONS } from './testing.ts';

beforeAll(() => loadPlacing());

/** How many times as long as reading the text: ten times what the slowest takes. */
const MOST = 10;

test.each(LARGE)('as many %s as a file holds, %i, are laid out in time', async (_, most, make) => {
  const text = make(most);
  const { graph } = analyze('a.yaml', text);
  expect(layoutGraph(graph, LAYOUT_OPTIONS).placements.size).toBe(graph.nodes.size);
  const ratio = await ratioToFloor(
    () => layoutGraph(graph, LAYOUT_OPTIONS),
    () => analyze('a.yaml', text),
    3,
  );
  expect(ratio).toBeLessThan(MOST);
});
