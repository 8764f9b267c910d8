import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { yaml } from '#engine/testing';
import type { Direction } from './direction.ts';
import { listPorts } from './listPorts.ts';
import { endsBySource, placeEnds, roomForEnds } from './placeEnds.ts';

const CARD = { width: 216, height: 60 };
const SPREAD = yaml`
  tasks:
    - id: a
      type: decision
      config:
        condition: "{{ input.x }}"
        routes: {one: end, two: end}
      on_error: {next: end}
`;

function endsOf(text: string, direction: Direction) {
  const { graph } = analyze('a.yaml', text);
  const [node] = graph.nodes.values();
  if (!node) throw new Error('no task');
  const ends = endsBySource(graph).get(node.id) ?? { edges: [], leadsOn: false };
  const ports = listPorts(node.task, { ...CARD, direction, used: new Set() });
  return { ends, marks: placeEnds(ends, ports, direction) };
}

test('each line to the end has its own mark: pills on the main line, dots below other ports', () => {
  const { marks } = endsOf(SPREAD, 'right');
  expect(marks.map(({ edgeId, shape }) => [edgeId, shape])).toEqual([
    ['a>routes.one>end', 'pill'],
    ['a>routes.two>end', 'pill'],
    ['a>on_error>end', 'dot'],
  ]);
  expect(marks[0]?.y).toBeLessThan(marks[1]?.y ?? 0);
  expect(marks[2]).toMatchObject({ x: 177, y: 80 });
});

test('the layout keeps room for pills in the direction of the flow, and none for dots', () => {
  const { ends } = endsOf(SPREAD, 'right');
  expect(roomForEnds(CARD, ends, 'right')).toEqual({ width: 356, height: 60 });
  expect(roomForEnds(CARD, ends, 'down')).toEqual({ width: 216, height: 126 });
  expect(roomForEnds(CARD, { ...ends, edges: ends.edges.slice(2) }, 'right')).toEqual(CARD);
});

test('where the main line leads on, ends are beside it', () => {
  const { marks } = endsOf('tasks: [{id: a, type: map, on_success: {next: [end, b]}}, {id: b, type: map}]', 'right');
  expect(marks[0]).toMatchObject({ shape: 'pill', y: 63 });
});

test('the end of a route is level with its port, whatever other routes lead to', () => {
  const { marks } = endsOf(SPREAD.replace('two: end', 'two: a'), 'right');
  expect((marks[0]?.y ?? 0) + 9).toBe(10);
});

test('a task called end is a task, not the end', () => {
  const { graph } = analyze('a.yaml', yaml`tasks: [{id: a, type: map, on_success: {next: end}}, {id: end, type: map}]`);
  expect(endsBySource(graph).size).toBe(0);
});
