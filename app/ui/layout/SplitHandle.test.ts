import { expect, it } from 'vitest';
import { moveBoundary } from './SplitHandle.tsx';

const panel = { size: 232, min: 200, max: 460 };
const stage = { size: 600, min: 240, max: Infinity };

it('moves as far as is wanted while both panes keep their limits', () => {
  expect(moveBoundary(panel, stage, 50)).toBe(50);
  expect(moveBoundary(panel, stage, -20)).toBe(-20);
});

it('stops at the limits of the pane before it', () => {
  expect(moveBoundary(panel, stage, -Infinity)).toBe(-32);
  expect(moveBoundary(panel, stage, Infinity)).toBe(228);
});

it('stops at the limits of the pane after it', () => {
  expect(moveBoundary(stage, { size: 326, min: 264, max: 620 }, 100)).toBe(62);
  expect(moveBoundary(stage, { size: 326, min: 264, max: 400 }, -100)).toBe(-74);
  expect(moveBoundary(panel, { ...stage, size: 250 }, 100)).toBe(10);
});

it('moves nothing where the window is too small for both', () => {
  expect(moveBoundary({ ...panel, size: 190 }, { ...stage, size: 200 }, 30)).toBe(0);
});
