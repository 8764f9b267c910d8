import { expect, test } from 'vitest';
import { analyze, EMPTY_LAYOUT, type Point } from '#engine';
import { arrangeGraph } from '../model/arrangeGraph.ts';
import { findSlot } from './planDrop.ts';

function find(
  type: string,
  children: readonly string[],
  toPoint: (boxOf: (id: string) => Point) => Point,
  dragged = '',
) {
  const tasks = children.map((id) => `{id: ${id}, type: basic}`).join();
  const { graph } = analyze('a.yaml', `tasks: [{id: box, type: ${type}, tasks: [${tasks}]}]`);
  const shown = arrangeGraph(graph, EMPTY_LAYOUT, 'right');
  const boxOf = (id: string) => shown.boxes.get(id) ?? { x: 0, y: 0 };
  return findSlot(shown, { parent: 'box', point: toPoint(boxOf), dragged: new Set([dragged]) });
}

test('a place in a composite lies along the flow: before, between and behind its cards', () => {
  const indices = [-400, -20, 90, 120, 600].map(
    (dx) => find('composite', ['a', 'b'], (boxOf) => ({ x: boxOf('b').x + dx, y: 0 }))?.index,
  );
  expect(indices).toEqual([0, 1, 1, 2, 2]);
});

test('operations of a parallel are below each other', () => {
  const slot = find('parallel', ['a', 'b'], (boxOf) => ({ x: 0, y: boxOf('b').y - 10 }));
  expect(slot?.index).toBe(1);
  expect(slot?.bar).toMatchObject({ width: 216, height: 4 });
  expect(find('parallel', ['a'], (boxOf) => ({ x: boxOf('a').x, y: boxOf('a').y + 50 }))?.index).toBe(1);
});

test('a card on its way holds no place', () => {
  expect(find('composite', ['a', 'b', 'c'], (boxOf) => ({ x: boxOf('c').x, y: 0 }), 'a')?.index).toBe(2);
  expect(find('composite', ['a'], () => ({ x: 0, y: 0 }), 'a')).toBe(null);
});
