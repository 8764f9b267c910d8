import { expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';
import { analyze } from './analyze.ts';

const graphOf = (text: string) => analyze('w.yaml', text).graph;
const edgeIds = (text: string) => graphOf(text).edges.map(({ id }) => id);
const reachable = (text: string) =>
  [...graphOf(text).nodes.values()].filter((node) => node.isReachable).map(({ id }) => id);

test('draws every handler, route, default and list of targets', () => {
  const { edges } = graphOf(yaml`
    tasks:
      - id: a
        type: decision
        config:
          condition: "{{ input.kind }}"
          routes: { hi: { condition: "{{ value > 5 }}", next: b }, lo: b }
          default: { next: c }
        on_start: { next: c }
        on_success: { next: [b, c] }
        on_condition_match: { next: c }
        on_error: { condition: "{{ error.code == 'X' }}", next: gone }
        on_complete: { next: end }
      - { id: b, type: basic, on_error: { routes: { TIMEOUT_ERROR: c, default: end } } }
      - { id: c, type: basic, on_success: {} }
  `);
  expect(edges.map(({ id, label, isDangling }) => [id, label, isDangling])).toEqual([
    ['a>routes.hi>b', 'hi · value > 5', false],
    ['a>routes.lo>b', 'lo', false],
    ['a>default>c', 'default', false],
    ['a>on_start>c', 'on start', false],
    ['a>on_success>b', 'success', false],
    ['a>on_success>c', 'success', false],
    ['a>on_condition_match>c', 'match', false],
    ['a>on_error>gone', "error · error.code == 'X'", true],
    ['a>on_complete>end', 'complete', false],
    ['b>on_error.routes.TIMEOUT_ERROR>c', 'TIMEOUT_ERROR', false],
    ['b>on_error.routes.default>end', 'default', false],
  ]);
  expect(edges[1]?.path).toEqual(['tasks', 0, 'config', 'routes', 'lo']);
});

test('list order leads from child to child where a child may succeed without a next of its own', () => {
  const body = yaml`
    tasks:
      - id: flow
        type: composite
        tasks:
          - { id: a, type: basic }
          - { id: b, type: basic, on_success: { next: d } }
          - { id: c, type: basic, on_complete: { next: end } }
          - { id: d, type: decision, config: { routes: { x: a, y: { with: {} } } } }
          - { id: e, type: decision, config: { routes: { x: a }, default: { next: b } } }
          - { id: f, type: decision, on_condition_match: { next: a } }
          - { id: g, type: basic, on_error: { next: a } }
          - { id: h, type: basic }
  `;
  const sequence = edgeIds(body).filter((id) => id.includes('>sequence>'));
  expect(sequence).toEqual(['a>sequence>b', 'd>sequence>e', 'f>sequence>g', 'g>sequence>h']);
  expect(edgeIds(body.replace('composite', 'collection')).filter((id) => id.includes('>sequence>'))).toEqual(sequence);
  expect(edgeIds(body.replace('composite', 'parallel')).some((id) => id.includes('>sequence>'))).toBe(false);
});

test('reports what a run can lead to', () => {
  expect(
    reachable(yaml`
      start: b
      tasks:
        - { id: a, type: basic }
        - { id: b, type: basic, on_error: { next: p } }
        - id: p
          type: parallel
          tasks: [{ id: p1, type: basic }, { id: p2, type: basic }]
          on_success: { next: c }
        - id: c
          type: composite
          tasks: [{ id: c1, type: basic, on_success: { next: c3 } }, { id: c2, type: basic }, { id: c3, type: basic }]
    `),
  ).toEqual(['b', 'p', 'p1', 'p2', 'c', 'c1', 'c3']);
});

test('a composite that continues on errors comes to every child', () => {
  expect(
    reachable(yaml`
      tasks:
        - id: c
          type: composite
          config: { error_handling: continue }
          tasks: [{ id: c1, type: basic, on_success: { next: end } }, { id: c2, type: basic }]
    `),
  ).toEqual(['c', 'c1', 'c2']);
});

test('tasks without an id or with one that is taken get an id by their place', () => {
  const { nodes } = graphOf('tasks: [{ type: basic }, { id: a }, { id: a }, { id: end, on_success: { next: end } }]');
  expect([...nodes.keys()]).toEqual(['#tasks/0', 'a', 'a#tasks/2', 'end']);
  expect([...nodes.values()].map(({ isStart }) => isStart)).toEqual([true, false, false, false]);
});

test('a start that names no task of the top level leaves the first one', () => {
  const { nodes } = graphOf('start: missing\ntasks: [{ id: a, type: basic }]');
  expect(nodes.get('a')?.isStart).toBe(true);
});

test('the same text gives the same analysis, a changed one keeps unchanged tasks', () => {
  const text = 'tasks:\n  - id: a\n    type: basic\n  - id: b\n    type: basic\n';
  const first = analyze('w.yaml', text);
  expect(analyze('w.yaml', text, first)).toBe(first);
  const second = analyze('w.yaml', text.replace('id: a', 'id: longer'), first);
  expect([...second.graph.nodes.keys()]).toEqual(['longer', 'b']);
  expect(second.workflow.tasks[1]).toBe(first.workflow.tasks[1]);
  expect(second.workflow).toEqual(analyze('w.yaml', second.syntax.text).workflow);
});

test.each([
  ['- a', true],
  ['tasks: [', true],
  ['a:\n\t- b', true],
  ['a: 1\n---\nb: 2', true],
  ['', false],
  ['# only a comment', false],
  ['a: 1\na: 2', false],
  ['a: {{ x }}', false],
  ['a: *nothing', false],
])('%j is broken: %s', (text, expected) => {
  expect(analyze('w.yaml', text).isBroken).toBe(expected);
});
