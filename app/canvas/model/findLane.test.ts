import { expect, test } from 'vitest';
import { findLane } from './findLane.ts';

const SOURCE = { x: 0, y: 0, width: 200, height: 60 };
const BETWEEN = { x: 280, y: -60, width: 200, height: 140 };
const TARGET = { x: 560, y: 0, width: 200, height: 60 };
const FROM = { x: 200, y: 30 };
const TO = { x: 560, y: 30 };

test('a line with nothing in its way needs no lane', () => {
  expect(findLane({ from: FROM, to: TO, direction: 'right', boxes: [SOURCE, TARGET] })).toBe(null);
  expect(findLane({ from: FROM, to: { x: 280, y: 90 }, direction: 'right', boxes: [SOURCE, BETWEEN] })).toBe(null);
});

test('a line past a card takes the nearer free side', () => {
  expect(findLane({ from: FROM, to: TO, direction: 'right', boxes: [SOURCE, BETWEEN, TARGET] })).toBe(100);
});

test('where the nearer side is taken it takes the next', () => {
  const below = { x: 280, y: 100, width: 200, height: 60 };
  expect(findLane({ from: FROM, to: TO, direction: 'right', boxes: [SOURCE, BETWEEN, below, TARGET] })).toBe(-80);
});

test('in a flow down the lane runs down', () => {
  const turn = ({ x, y, width, height }: typeof SOURCE) => ({ x: y, y: x, width: height, height: width });
  const boxes = [SOURCE, BETWEEN, TARGET].map(turn);
  expect(findLane({ from: { x: 30, y: 200 }, to: { x: 30, y: 560 }, direction: 'down', boxes })).toBe(100);
});

test('a line back runs clear of everything it passes, its own ends too', () => {
  const back = { from: { x: 760, y: 30 }, to: { x: 0, y: 30 }, direction: 'right' } as const;
  expect(findLane({ ...back, boxes: [SOURCE, TARGET] })).toBe(-20);
  expect(findLane({ ...back, boxes: [SOURCE, BETWEEN, TARGET] })).toBe(100);
});

test('a line back that leaves by the lower side stays below it', () => {
  const aside = { from: { x: 740, y: 60 }, to: { x: 0, y: 30 }, direction: 'right', isAside: true } as const;
  expect(findLane({ ...aside, boxes: [SOURCE, BETWEEN, TARGET] })).toBe(100);
  expect(findLane({ ...aside, to: { x: 900, y: 200 }, boxes: [SOURCE, BETWEEN, TARGET] })).toBe(null);
});
