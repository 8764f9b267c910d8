import { expect, test } from 'vitest';
import { planFolds, TimeScale } from './TimeScale.ts';
import { fitWindow, isNearest, type TimeWindow } from './timeWindow.ts';

/** How long what is shown becomes by zooming in until that does nothing. */
function zoomIn(end: number): readonly number[] {
  const sizes: number[] = [];
  let window: TimeWindow = { from: 0, to: end };
  while (!isNearest(window, end) && sizes.length < 50) {
    const half = (window.to - window.from) / 4;
    const middle = (window.from + window.to) / 2;
    window = fitWindow({ from: middle - half, to: middle + half }, end);
    sizes.push(window.to - window.from);
  }
  return sizes;
}

test('a run is zoomed to 2 ms, and each step shows less', () => {
  const sizes = zoomIn(1_000);
  expect(sizes.at(-1)).toBe(2);
  expect(sizes).toEqual([...new Set(sizes)].toSorted((a, b) => b - a));
});

test('a run that is nearly all one folded wait can be zoomed, too', () => {
  const length = 7 * 86_400_000;
  const { folded, width } = planFolds([{ from: 0, to: length }], length);
  const end = Math.max(new TimeScale(folded, width).at(length), 1);
  expect(end).toBeLessThan(3);
  expect(zoomIn(end).length).toBeGreaterThanOrEqual(3);
});

test('a part stays on the axis', () => {
  expect(fitWindow({ from: -5, to: 5 }, 100)).toEqual({ from: 0, to: 10 });
  expect(fitWindow({ from: 95, to: 105 }, 100)).toEqual({ from: 90, to: 100 });
  expect(fitWindow({ from: -50, to: 250 }, 100)).toEqual({ from: 0, to: 100 });
});
