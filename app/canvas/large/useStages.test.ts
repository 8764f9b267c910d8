import { beforeAll, expect, test, vi } from 'vitest';
import { analyze, EMPTY_LAYOUT } from '#engine';
import { loadPlacing } from '#engine/layout';
import { type Arrangement, arrangeGraph, boundsOf } from '../model/arrangeGraph.ts';
import { type DrawnPart, pickDrawn } from '../model/pickDrawn.ts';
import { toFlowEdges } from '../model/toFlowEdges.ts';
import { drawInStages, listStages } from './useStages.ts';

let arrangement: Arrangement;
let part: DrawnPart;
beforeAll(async () => {
  await loadPlacing();
  arrangement = arrangeGraph(analyze('a.yaml', TEXT).graph, EMPTY_LAYOUT, 'right');
  part = pickDrawn(arrangement, boundsOf(arrangement.boxes.values()), NO_FOCUS);
});

/** Each task leads to the next two; some are in a container. */
const TEXT = `tasks:
  - id: box
    type: parallel
    tasks: [${Array.from({ length: 9 }, (_, at) => `{id: in${at}, type: basic}`).join(', ')}]
${Array.from({ length: 45 }, (_, at) => {
  const next = Array.from({ length: 2 }, (_, by) => `t${(at + by + 1) % 45}`);
  return `  - {id: t${at}, type: basic, on_success: {next: [${next.join(', ')}]}}`;
}).join('\n')}
`;

const NO_FOCUS = { tasks: new Set<string>(), edge: null };

test('a step adds few cards or lines, with what they need, and in the end all are drawn as they are at once', () => {
  let before: DrawnPart = { ...part, nodes: new Set(), edges: [], lines: [] };
  let pauses = 0;
  for (const drawn of listStages({ arrangement, part, before })) {
    if (drawn === null) {
      pauses += 1;
      continue;
    }
    const [cards, lines] = [drawn.nodes.size - before.nodes.size, drawn.edges.length - before.edges.length];
    expect(cards + lines).toBeLessThanOrEqual(41);
    expect(drawn.lines?.map(({ id }) => id)).toEqual(drawn.edges.map(({ id }) => id));
    const needed = [
      ...[...drawn.nodes].map((id) => arrangement.graph.nodes.get(id)?.parent ?? id),
      ...drawn.edges.flatMap(({ source, target }) => [source, target]),
    ];
    expect(needed.filter((id) => !drawn.nodes.has(id))).toEqual([]);
    before = drawn;
  }
  expect(before.nodes).toEqual(part.nodes);
  expect(before.lines).toEqual(toFlowEdges(arrangement, part.edges));
  expect(pauses).toBeGreaterThan(part.edges.length);
});

test('what is drawn already stays in each step', () => {
  const some = { nodes: new Set([...part.nodes].slice(-30)), edges: part.edges.slice(0, 5) };
  const before = { ...part, ...some, lines: toFlowEdges(arrangement, some.edges) };
  for (const drawn of listStages({ arrangement, part, before })) {
    if (drawn === null) continue;
    expect([...before.nodes].filter((id) => !drawn.nodes.has(id))).toEqual([]);
    expect(before.edges.filter((edge) => !drawn.edges.includes(edge))).toEqual([]);
  }
});

test('nothing is drawn before what asks for it is over', () => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (done: () => void) => setTimeout(done));
  const before = { ...part, nodes: new Set<string>(), edges: [], lines: [] };
  const shown: DrawnPart[] = [];
  const stop = drawInStages({ arrangement, part, before }, (drawn) => shown.push(drawn));
  expect(shown).toEqual([]);
  vi.runAllTimers();
  expect(shown.at(-1)?.edges).toEqual(part.edges);
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
