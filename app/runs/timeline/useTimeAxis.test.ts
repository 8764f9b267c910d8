import { assert, double, property } from 'fast-check';
import { expect, it, test } from 'vitest';
import { numRuns } from '#engine/testing';
import { planFolds, TimeScale } from './TimeScale.ts';
import { fitWindow, isNearest, type TimeWindow, toAxisPart } from './useTimeAxis.ts';

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

const scale = new TimeScale([], 0);

function partOf(from: number, to: number, width = 900) {
  return toAxisPart({ scale, window: { from, to }, isWhole: false }, width);
}

it('is none for the whole axis, and as long as the width is not known', () => {
  expect(toAxisPart({ scale, window: { from: 0, to: 100 }, isWhole: true }, 900)).toBeUndefined();
  expect(partOf(0, 100, 0)).toBeUndefined();
});

it('holds what is in view, at most thrice as much, and tells bars apart from 3 px on', () => {
  const number = double({ min: 0, max: 1e9, noNaN: true });
  assert(
    property(number, double({ min: 2, max: 1e9, noNaN: true }), (from, length) => {
      const part = partOf(from, from + length);
      const { from: first = Number.NaN, to: last = Number.NaN, resolution = Number.NaN } = part ?? {};
      expect(first).toBeLessThanOrEqual(from);
      expect(last).toBeGreaterThanOrEqual(from + length);
      expect(last - first).toBeLessThanOrEqual(3 * length);
      const pixel = length / 900;
      expect(resolution / pixel).toBeGreaterThanOrEqual(2.99);
      expect(resolution / pixel).toBeLessThan(4.3);
    }),
    { numRuns: numRuns(200) },
  );
});

it('stays the same while the view moves a little, and is finer the nearer it is', () => {
  expect(partOf(130, 228)).toEqual(partOf(140, 238));
  expect(partOf(130, 180)?.resolution).toBeLessThan(partOf(130, 228)?.resolution ?? 0);
});
