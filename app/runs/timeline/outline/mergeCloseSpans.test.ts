import { array, assert, nat, property, record, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { numRuns } from '#engine/testing';
import { TimeScale } from '../TimeScale.ts';
import { type AxisPart, mergeCloseSpans } from './mergeCloseSpans.ts';

const ORIGIN = 1_000;

type Pair = readonly [number, number];

function told(spans: readonly Pair[], part: Omit<AxisPart, 'scale'>, scale = new TimeScale([], 0)): readonly Pair[] {
  const times = spans.flatMap(([from, to]) => [ORIGIN + from, ORIGIN + to]);
  return mergeCloseSpans(times, ORIGIN, { ...part, scale }).map(({ from, to }) => [from - ORIGIN, to - ORIGIN]);
}

it('tells apart what is as far apart as the resolution, and leaves out what does not touch the part', () => {
  const spans = [
    [900, 950],
    [40, 44],
    [0, 15],
    [47, 48],
    [90, 120],
    [120, 130],
  ] as const;
  expect(told(spans, { from: 10, to: 100, resolution: 5 })).toEqual([
    [0, 15],
    [40, 48],
    [90, 120],
  ]);
  expect(told(spans, { from: 10, to: 100, resolution: 2 })).toEqual([
    [0, 15],
    [40, 44],
    [47, 48],
    [90, 120],
  ]);
});

it('counts the gap as it is drawn, where idle times are folded', () => {
  const scale = new TimeScale([{ from: 10, to: 1_000 }], 4);
  const spans = [
    [0, 10],
    [1_000, 1_010],
    [1_020, 1_030],
  ] as const;
  expect(told(spans, { from: 0, to: 34, resolution: 6 }, scale)).toEqual([
    [0, 1_010],
    [1_020, 1_030],
  ]);
  expect(told(spans, { from: 0, to: 34, resolution: 3 }, scale)).toEqual(spans);
});

it('is the union of all that touch the part but for gaps that are too narrow, and no more than have room', () => {
  const spans = array(tuple(nat(300), nat(40)), { maxLength: 80 });
  const part = record({ from: nat(200), length: nat({ max: 200 }), resolution: nat(30) });
  assert(
    property(spans, part, (pairs, { from, length, resolution: least }) => {
      const resolution = least + 1;
      const to = from + length;
      const given = pairs.map(([start, size]): Pair => [start, start + size]);
      const inPart = given.filter(([start, end]) => end >= from && start <= to).sort(([a], [b]) => a - b);
      const joined: [number, number][] = [];
      for (const [start, end] of inPart) {
        const last = joined.at(-1);
        if (last !== undefined && start - last[1] < resolution) last[1] = Math.max(last[1], end);
        else joined.push([start, end]);
      }
      expect(told(given, { from, to, resolution })).toEqual(joined);
      expect(joined.length).toBeLessThanOrEqual(length / resolution + 2);
    }),
    { numRuns: numRuns(300) },
  );
});
