import { expect, test } from 'vitest';
import { yaml } from '../testing/yaml.ts';
import { analyze } from './analyze.ts';
import type { Graph } from './Graph.ts';
import { mergeGraphs } from './mergeGraphs.ts';

function graphOf(text: string): Graph {
  return analyze('a.yaml', text).graph;
}

/** Nodes as `id` or `parent/id`, in order. */
function listNodes({ nodes }: Graph): readonly string[] {
  return [...nodes.values()].map(({ id, parent }) => (parent === null ? id : `${parent}/${id}`));
}

const NEWER = graphOf(yaml`
  tasks:
    - {id: a, type: basic, on_success: {next: box}}
    - {id: box, type: composite, tasks: [{id: one, type: basic}]}
`);

test('the newer version alone where the older one has nothing else', () => {
  const older = graphOf(yaml`
    tasks:
      - {id: a, type: basic}
  `);
  expect(mergeGraphs(NEWER, older)).toBe(NEWER);
  expect(mergeGraphs(NEWER, NEWER)).toBe(NEWER);
});

test('removed tasks and edges are listed beside the newer ones, in their container where it is still there', () => {
  const older = graphOf(yaml`
    tasks:
      - {id: z, type: basic, on_success: {next: a}}
      - {id: a, type: basic, on_success: {next: z}, on_error: {next: end}}
      - {id: box, type: composite, tasks: [{id: one, type: basic}, {id: two, type: basic}]}
  `);
  const merged = mergeGraphs(NEWER, older);
  expect(listNodes(merged)).toEqual(['a', 'box', 'box/one', 'box/two', 'z']);
  expect(merged.nodes.get('box')?.children).toEqual(['one', 'two']);
  expect(merged.edges.map(({ id }) => id).toSorted()).toEqual(
    ['a>on_success>box', 'a>on_success>z', 'a>on_error>end', 'one>sequence>two', 'z>on_success>a'].toSorted(),
  );
  expect([...merged.nodes.values()].filter(({ isStart }) => isStart).map(({ id }) => id)).toEqual(['a']);
});

test('a task that was taken out of a container that went stays where the newer version has it', () => {
  const older = graphOf(yaml`
    tasks:
      - {id: old, type: composite, tasks: [{id: a, type: basic}, {id: gone, type: basic}]}
  `);
  expect(listNodes(mergeGraphs(NEWER, older))).toEqual(['a', 'box', 'box/one', 'old', 'old/gone']);
});

test('a task of a container that is none any more is at the top', () => {
  const older = graphOf(yaml`
    tasks:
      - {id: a, type: composite, tasks: [{id: inner, type: basic}]}
  `);
  const merged = mergeGraphs(NEWER, older);
  expect(listNodes(merged)).toEqual(['a', 'box', 'box/one', 'inner']);
});

test('an edge that led nowhere leads to the restored task', () => {
  const newer = graphOf(yaml`
    tasks:
      - {id: a, type: basic, on_success: {next: b}}
  `);
  const older = graphOf(yaml`
    tasks:
      - {id: a, type: basic, on_success: {next: b}}
      - {id: b, type: basic}
  `);
  expect(newer.edges[0]?.isDangling).toBe(true);
  expect(mergeGraphs(newer, older).edges.map(({ isDangling }) => isDangling)).toEqual([false]);
});
