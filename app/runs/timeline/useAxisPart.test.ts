import { assert, double, property } from 'fast-check';
import { expect, it } from 'vitest';
import { numRuns } from '#engine/testing';
import { TimeScale } from './TimeScale.ts';
import { toAxisPart } from './useAxisPart.ts';

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
