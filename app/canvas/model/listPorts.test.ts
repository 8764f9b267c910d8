import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { TASK_TYPES } from '#engine/model';
import { cardSize } from './cardSize.ts';
import type { Direction } from './direction.ts';
import { listPorts } from './listPorts.ts';

function portsOf(fields: string, direction: Direction, used: string[] = []) {
  const [node] = analyze('a.yaml', `tasks: [{id: a, ${fields}}]`).graph.nodes.values();
  if (!node) throw new Error('no task');
  return listPorts(node.task, { ...cardSize(node.task, direction), direction, used: new Set(used) });
}

test('the main line runs with the flow', () => {
  const [entry, main] = portsOf('type: basic', 'right');
  expect(entry).toMatchObject({ id: 'in', type: 'target', side: 'left', x: 0, y: 30 });
  expect(main).toMatchObject({ id: 'main', type: 'source', side: 'right', x: 216, y: 30 });
  const [above, below] = portsOf('type: basic', 'down');
  expect(above).toMatchObject({ side: 'top', x: 110, y: 0 });
  expect(below).toMatchObject({ side: 'bottom', x: 110, y: 60 });
});

test('ports of handlers a task has are shown, the others wait for a hover', () => {
  const ports = portsOf('type: basic, on_error: {next: end}', 'right', ['on_complete']);
  expect(ports.filter(({ isShown }) => isShown).map(({ id }) => id)).toEqual(['in', 'main', 'on_complete', 'on_error']);
  expect(ports.map(({ id }) => id)).toContain('on_start');
});

test('ports of routes are level with a grid cell each, in the order of the text, the one for new routes last', () => {
  const fields = 'type: decision, config: {routes: {high: end, low: {}}}';
  for (const direction of ['right', 'down'] as const) {
    const exits = portsOf(fields, direction, ['routes.high']).filter(({ look }) => look === 'route');
    expect(exits.map(({ id, label }) => [id, label])).toEqual([
      ['routes.high', 'high'],
      ['routes.low', 'low'],
      ['default', 'default'],
      ['main', 'new route'],
    ]);
    expect(exits.map(({ isShown }) => isShown)).toEqual([true, true, true, false]);
    const along = exits.map(({ x, y }) => (direction === 'right' ? y : x));
    expect(along.map((at) => at % 20)).toEqual([10, 10, 10, 10]);
    along.slice(1).forEach((at, index) => expect(at - (along[index] ?? 0)).toBeGreaterThanOrEqual(20));
  }
});

test.each(TASK_TYPES.flatMap((type) => [[type, 'right'] as const, [type, 'down'] as const]))(
  'ports of a %s in a flow to the %s are apart, from left to right as they fire',
  (type, direction) => {
    const lower = portsOf(`type: ${type}`, direction).filter(({ side }) => side === 'bottom');
    const places = lower.map(({ x }) => x).toSorted((a, b) => a - b);
    expect(new Set(places).size).toBe(places.length);
    places.slice(1).forEach((x, index) => expect(x - (places[index] ?? 0)).toBeGreaterThanOrEqual(11));
    const byPlace = lower.toSorted((a, b) => a.x - b.x).map(({ id }) => id);
    expect([byPlace[0], byPlace.at(-1)]).toEqual(['on_start', 'on_error']);
  },
);
