import { beforeAll, expect, test } from 'vitest';
import { analyze, EMPTY_LAYOUT } from '#engine';
import { loadPlacing } from '#engine/layout';
import { arrangeGraph } from './arrangeGraph.ts';
import { MOST_DRAWN, pickDrawn } from './pickDrawn.ts';
import { toFlowEdges } from './toFlowEdges.ts';
import { toFlowNodes } from './toFlowNodes.ts';

beforeAll(() => loadPlacing());

test('more ends of one task than lines are drawn are as many marks as lines', () => {
  const routes = Array.from({ length: 420 }, (_, at) => `        k${at}: end\n`).join('');
  const text = `tasks:\n  - id: d\n    type: decision\n    config:\n      condition: "{{ input }}"\n      routes:\n${routes}`;
  const { graph, workflow } = analyze('a.yaml', text);
  const arrangement = arrangeGraph(graph, EMPTY_LAYOUT, 'right');
  const everywhere = { x: -1e7, y: -1e7, width: 2e7, height: 2e7 };
  const drawn = pickDrawn(arrangement, everywhere, { tasks: new Set(), edge: null });
  expect(drawn.isThinned).toBe(true);
  const { placements, direction, layout } = arrangement;
  const options = { workflow, placements, direction, collapsed: layout.collapsed, problems: new Map(), drawn };
  expect(toFlowNodes(graph, options)).toHaveLength(1 + MOST_DRAWN.lines);
  expect(toFlowEdges(arrangement, drawn.edges)).toHaveLength(MOST_DRAWN.lines);
});
