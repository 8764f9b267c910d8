import { expect, test } from 'vitest';
import { alignBoxes, distributeBoxes } from './runAct.ts';

const BOXES = new Map([
  ['a', { x: 0, y: 40, width: 216, height: 60 }],
  ['b', { x: 500, y: 0, width: 216, height: 100 }],
  ['c', { x: 240, y: 300, width: 400, height: 200 }],
]);

test.each([
  ['left', { a: [0, 40], b: [0, 0], c: [0, 300] }],
  ['center', { a: [250, 40], b: [250, 0], c: [158, 300] }],
  ['right', { a: [500, 40], b: [500, 0], c: [316, 300] }],
  ['top', { a: [0, 0], b: [500, 0], c: [240, 0] }],
  ['middle', { a: [0, 220], b: [500, 200], c: [240, 150] }],
  ['bottom', { a: [0, 440], b: [500, 400], c: [240, 300] }],
] as const)('boxes aligned %s share that line', (alignment, expected) => {
  const places = [...alignBoxes(BOXES, alignment)].map(([id, { x, y }]) => [id, [x, y]]);
  expect(Object.fromEntries(places)).toEqual(expected);
});

test('distributing leaves the outermost where they are, in the order of their positions', () => {
  const boxes = new Map([
    ['last', { x: 700, y: 0, width: 100, height: 60 }],
    ['first', { x: 0, y: 10, width: 100, height: 60 }],
    ['wide', { x: 20, y: 20, width: 200, height: 60 }],
  ]);
  expect([...distributeBoxes(boxes, 'across')]).toEqual([
    ['first', { x: 0, y: 10 }],
    ['wide', { x: 300, y: 20 }],
    ['last', { x: 700, y: 0 }],
  ]);
  expect(distributeBoxes(boxes, 'down').get('wide')).toEqual({ x: 20, y: 20 });
});

test('nothing aligned is nothing moved', () => {
  expect(alignBoxes(new Map(), 'left').size).toBe(0);
  expect(distributeBoxes(new Map(), 'down').size).toBe(0);
});
