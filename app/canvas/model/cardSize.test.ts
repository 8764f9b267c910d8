import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { yaml } from '#engine/testing';
import { cardSize, middleOf } from './cardSize.ts';

function sizeOf(text: string) {
  const [node] = analyze('a.yaml', text).graph.nodes.values();
  return node && cardSize(node.task, 'right');
}

test('a plain task has the low card', () => {
  expect(sizeOf(yaml`tasks: [{id: a, type: map}]`)).toEqual({ width: 216, height: 60 });
});

test.each(['type: wait', 'type: collection', 'type: basic, retry: {attempts: 3, backoff: fixed, interval: 1s}'])(
  'a task with %s has a line for progress',
  (fields) => {
    expect(sizeOf(`tasks: [{id: a, ${fields}}]`)).toEqual({ width: 216, height: 100 });
  },
);

test.each([
  [2, 100, 336],
  [5, 140, 496],
])('a decision with %d routes is as long as their ports take', (count, height, width) => {
  const routes = Array.from({ length: count }, (_, index) => `k${index}: end`).join(', ');
  const [node] = analyze(
    'a.yaml',
    `tasks: [{id: a, type: decision, config: {routes: {${routes}}}}]`,
  ).graph.nodes.values();
  expect(node && [cardSize(node.task, 'right').height, cardSize(node.task, 'down').width]).toEqual([height, width]);
});

test('middles of cards and containers lie on half grid lines, so that lines between aligned boxes are straight', () => {
  expect([60, 100, 240, 260].map((length) => middleOf(length) % 20)).toEqual([10, 10, 10, 10]);
  expect(middleOf(60)).toBe(30);
});
