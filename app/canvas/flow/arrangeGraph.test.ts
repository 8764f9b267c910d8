import { expect, test } from 'vitest';
import { analyze, EMPTY_LAYOUT } from '#engine';
import { arrangeGraph } from './arrangeGraph.ts';

function chain(count: number, name = 'x') {
  const tasks = Array.from(
    { length: count },
    (_, i) =>
      `  - id: t${i}\n    name: ${name}\n    type: basic\n    on_success: {next: ${i + 1 < count ? `t${i + 1}` : 'end'}}`,
  );
  return analyze('a.yaml', `tasks:\n${tasks.join('\n')}\n`).graph;
}

test('an edit that leaves the shape of the graph alone places nothing again', () => {
  const before = arrangeGraph(chain(3), EMPTY_LAYOUT, 'right');
  const after = arrangeGraph(chain(3, 'renamed'), EMPTY_LAYOUT, 'right', before);
  expect(after.placements).toBe(before.placements);
  expect(after.graph).not.toBe(before.graph);
  expect(arrangeGraph(chain(4), EMPTY_LAYOUT, 'right', before).placements).not.toBe(before.placements);
  expect(arrangeGraph(chain(3), EMPTY_LAYOUT, 'down', before).placements).not.toBe(before.placements);
});

test('in a large graph only what is new is placed', () => {
  const before = arrangeGraph(chain(200), EMPTY_LAYOUT, 'right');
  const after = arrangeGraph(chain(201), EMPTY_LAYOUT, 'right', before);
  const moved = [...before.placements].filter(([id, { x, y }]) => {
    const now = after.placements.get(id);
    return now?.x !== x || now.y !== y;
  });
  expect(moved).toEqual([]);
  expect(after.placements.has('t200')).toBe(true);
});

test('places a person chose win, and say which way the flow runs', () => {
  const positions = new Map([
    ['t0', { x: 40, y: 0 }],
    ['t1', { x: 40, y: 200 }],
  ]);
  const { direction, boxes } = arrangeGraph(chain(3), { ...EMPTY_LAYOUT, positions }, 'right');
  expect(direction).toBe('down');
  expect(boxes.get('t1')).toEqual({ x: 40, y: 200, width: 216, height: 60 });
});
