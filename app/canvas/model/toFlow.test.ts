import { expect, test } from 'vitest';
import { analyze, type Diagnostic, drawnGraph, EMPTY_LAYOUT } from '#engine';
import { yaml } from '#engine/testing';
import { keepSame } from '../view/useFlow.ts';
import { arrangeGraph, findFrameAt } from './arrangeGraph.ts';
import { toFlowEdges } from './toFlowEdges.ts';
import { type FlowNode, groupProblems, toFlowNodes } from './toFlowNodes.ts';

const TEXT = yaml`
  tasks:
    - id: first
      name: First step
      type: basic
      on_success: {next: gather}
      on_error: {next: nowhere}
    - id: gather
      type: parallel
      on_success: {next: end}
      tasks:
        - {id: one, type: basic, use: "core:log"}
        - {id: two, type: wait, config: {timeout: 5m, check_interval: 10s}}
`;

function draw(text = TEXT, layout = EMPTY_LAYOUT, files: ReadonlyMap<string, string> = new Map()) {
  const analysis = analyze('a.yaml', text, undefined, files);
  const { workflow } = analysis;
  const graph = drawnGraph(analysis);
  const arrangement = arrangeGraph(graph, layout, 'right');
  const { placements, direction } = arrangement;
  const nodes = toFlowNodes(graph, {
    workflow,
    placements,
    direction,
    collapsed: layout.collapsed,
    problems: new Map(),
  });
  return { arrangement, nodes, edges: toFlowEdges(arrangement) };
}

function find(nodes: readonly FlowNode[], id: string): FlowNode {
  const node = nodes.find((candidate) => candidate.id === id);
  if (!node) throw new Error(`no ${id}`);
  return node;
}

test('containers come before their children and are drawn around them', () => {
  const { nodes } = draw();
  expect(nodes.map(({ id, type, parentId }) => [id, type, parentId])).toEqual([
    ['first', 'task', undefined],
    ['gather', 'frame', undefined],
    ['end:gather>on_success>end', 'end', 'gather'],
    ['one', 'task', 'gather'],
    ['two', 'task', 'gather'],
  ]);
  const [frame, two] = [find(nodes, 'gather'), find(nodes, 'two')];
  expect(two.position.x).toBeGreaterThanOrEqual(20);
  expect(two.position.y + 100).toBeLessThanOrEqual(frame.height ?? 0);
});

test('a card that nothing leads to is not connected yet, and what is in such a container is in it', () => {
  const { nodes } = draw(yaml`
    tasks:
      - {id: a, type: basic}
      - {id: b, type: composite, tasks: [{id: c, type: basic}]}
  `);
  const loose = nodes.filter(({ data }) => 'isLoose' in data && data.isLoose);
  expect(loose.map(({ id, ariaLabel }) => [id, ariaLabel])).toEqual([
    ['b', 'b, composite task, 1 task, not connected yet'],
  ]);
});

test('every node has its size and its ports, so that nothing is measured', () => {
  for (const node of draw().nodes) {
    expect(node.measured).toEqual({ width: node.width, height: node.height });
    expect(node.handles?.length).toBeGreaterThan(0);
  }
});

test('a card says what its task is', () => {
  const { nodes } = draw();
  expect(find(nodes, 'first').data).toMatchObject({
    title: 'First step',
    uses: 'Passes its input through',
    isStart: true,
    kind: 'basic',
  });
  expect(find(nodes, 'one').data).toMatchObject({ title: 'one', uses: 'core:log', kind: 'core:log' });
  expect(find(nodes, 'two').data).toMatchObject({ kind: 'wait', plan: 'for 5m', isTall: true });
  expect(find(nodes, 'first').ariaLabel).toBe('First step, id first, basic task, Passes its input through, start');
});

test('a collapsed container is a card without children', () => {
  const { nodes, edges } = draw(TEXT, { positions: new Map(), collapsed: new Set(['gather']) });
  expect(nodes.map(({ id, type }) => [id, type])).toEqual([
    ['first', 'task'],
    ['gather', 'task'],
    ['end:gather>on_success>end', 'end'],
  ]);
  expect(edges.map(({ id }) => id)).toEqual(['first>on_success>gather', 'gather>on_success>end']);
});

test('lines leave by their port; those to a task that is not there are not drawn', () => {
  const { edges } = draw();
  expect(edges.map(({ source, sourceHandle, target }) => [source, sourceHandle, target])).toEqual([
    ['first', 'main', 'gather'],
    ['gather', 'main', 'end:gather>on_success>end'],
  ]);
});

test('a run knows the lines of an imported task by the id it has from there', () => {
  const text = yaml`
    tasks:
      - {id: a, type: basic, on_success: {next: sent}}
      - {import: ./sent.yaml, on_success: {next: a}, on_error: {next: end}}
  `;
  const { nodes, edges } = draw(text, EMPTY_LAYOUT, new Map([['sent.yaml', 'id: sent\ntype: basic']]));
  expect(edges.map(({ source, target, data }) => [source, target, data?.runId])).toEqual([
    ['a', '#tasks/1', 'a>on_success>sent'],
    ['#tasks/1', 'a', 'sent>on_success>a'],
    ['#tasks/1', 'end:#tasks/1>on_error>end', 'sent>on_error>end'],
  ]);
  expect(nodes.find(({ type }) => type === 'end')?.data).toMatchObject({ runId: 'sent>on_error>end' });
});

test('a point inside a container finds it, one outside finds the top', () => {
  const { arrangement } = draw();
  const box = arrangement.boxes.get('gather');
  if (!box) throw new Error('no box');
  expect(findFrameAt(arrangement, { x: box.x + 5, y: box.y + 5 })).toBe('gather');
  expect(findFrameAt(arrangement, { x: box.x - 5, y: box.y })).toBe(null);
});

test('an edit elsewhere keeps the nodes it does not touch the same objects', () => {
  const before = draw().nodes;
  const after = keepSame(before, draw(TEXT.replace('First step', 'Another')).nodes);
  expect(after.filter((node, index) => node !== before[index]).map(({ id }) => id)).toEqual(['first']);
  expect(
    keepSame(
      after,
      after.map((node) => ({ ...node })),
    ),
  ).toBe(after);
});

test('problems of a task are grouped under the worst; information is not', () => {
  const at = { range: { start: 0, end: 0 }, path: [], code: 'X' };
  const diagnostics: Diagnostic[] = [
    { ...at, severity: 'warning', message: 'w', taskId: 'a' },
    { ...at, severity: 'error', message: 'e', taskId: 'a' },
    { ...at, severity: 'info', message: 'i', taskId: 'b' },
    { ...at, severity: 'error', message: 'file' },
  ];
  expect([...groupProblems(diagnostics)]).toEqual([['a', { severity: 'error', messages: ['w', 'e'] }]]);
});

test('lines from one port to one card speak as one: the first has the words and the count of all', () => {
  const routes = Array.from({ length: 14 }, (_, index) => `v${index}: ${index < 3 ? 'one' : 'two'}`).join(', ');
  const { edges } = draw(
    `tasks: [{id: choose, type: decision, config: {condition: x, routes: {${routes}}}}, {id: one, type: basic}, {id: two, type: basic}]`,
  );
  const counted = edges.map(({ data }) => data?.counted.length).filter((count) => count !== 0);
  expect(new Set(counted)).toEqual(new Set([3, 11]));
  const [first] = edges.flatMap(({ data }) => (data?.counted.length === 3 ? [data] : []));
  expect(first?.label).toBe('v0 · v1 · v2');
  expect(first?.counted).toEqual(['v0', 'v1', 'v2'].map((key) => `choose>routes.${key}>one`));
});
