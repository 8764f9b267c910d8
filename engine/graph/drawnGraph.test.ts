import { expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import { drawnGraph } from './drawnGraph.ts';

const FILES = new Map([
  [
    'lib.yaml',
    'tasks:\n  - id: grind\n    type: composite\n    tasks: [{ id: g1, type: map }, { id: g2, type: map }]\n',
  ],
  ['step.yaml', 'id: first\ntype: wait\nname: From there\n'],
]);
const TEXT = `start: first
tasks:
  - { id: a, type: basic, on_success: { next: grind }, on_error: { next: nowhere } }
  - import: lib.yaml#grind # without an id here
    on_success: { next: b }
  - { id: b, type: basic }
  - import: ./step.yaml
    on_success: { next: a }
  - { id: alone, type: map }
`;

test('imported tasks are what their file defines, and lines lead to them by the id they have from there', () => {
  const analysis = analyze('main.yaml', TEXT, undefined, FILES);
  const { nodes, edges } = drawnGraph(analysis);
  expect([...nodes.keys()]).toEqual([...analysis.graph.nodes.keys()]);
  expect([...nodes.values()].map(({ task }) => [task.id, task.type, task.import])).toEqual([
    ['a', 'basic', null],
    ['grind', 'composite', 'lib.yaml#grind'],
    ['b', 'basic', null],
    ['first', 'wait', './step.yaml'],
    ['alone', 'map', null],
  ]);
  expect(nodes.get('#tasks/1')?.children).toEqual([]);
  expect(edges.map(({ id, target, isDangling }) => [id, target, isDangling])).toEqual([
    ['a>on_success>grind', '#tasks/1', false],
    ['a>on_error>nowhere', 'nowhere', true],
    ['#tasks/1>on_success>b', 'b', false],
    ['#tasks/3>on_success>a', 'a', false],
  ]);
  expect([...nodes.values()].filter(({ isStart }) => isStart).map(({ id }) => id)).toEqual(['#tasks/3']);
  expect([...nodes.values()].filter(({ isReachable }) => !isReachable).map(({ id }) => id)).toEqual(['alone']);
});

test('the own graph stays where nothing is imported or known, and an equal analysis gives the same one', () => {
  const own = analyze('main.yaml', TEXT);
  expect(drawnGraph(own)).toBe(own.graph);
  const resolved = analyze('main.yaml', TEXT, own, FILES);
  expect(drawnGraph(resolved)).toBe(drawnGraph(resolved));
  const missing = analyze('main.yaml', TEXT, own, new Map());
  expect(drawnGraph(missing).edges).toEqual(own.graph.edges);
});
