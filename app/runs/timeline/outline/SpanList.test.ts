import { array, assert, nat, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numRuns } from '#engine/testing';
import { SpanList } from './SpanList.ts';

function listOf(...spans: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const list = new SpanList();
  for (const [from, to] of spans) list.add(from, to);
  return list.list().map(({ from, to }) => [from, to]);
}

/** Which of the first 70 ms are covered. */
function covered(all: readonly (readonly [number, number])[]): readonly boolean[] {
  return Array.from({ length: 70 }, (_, at) => all.some(([from, to]) => from <= at + 0.5 && at + 0.5 <= to));
}

/** Spans of 2 ms, one each 10 ms. */
function burst(at: number): readonly [number, number][] {
  return Array.from({ length: 5_000 }, (_, index) => [at + index * 10, at + index * 10 + 2]);
}

describe('a list of spans', () => {
  it('joins those that touch or overlap, in whatever order they come', () => {
    expect(listOf([0, 5], [10, 20], [5, 6], [30, 40], [18, 31])).toEqual([
      [0, 6],
      [10, 40],
    ]);
  });

  it('is the union of its spans', () => {
    assert(
      property(array(tuple(nat(60), nat(5)), { maxLength: 40 }), (spans) => {
        const given = spans.map(([from, length]): [number, number] => [from, from + length]);
        const list = listOf(...given);
        expect(covered(list)).toEqual(covered(given));
        expect(list).toEqual(list.toSorted(([one], [other]) => one - other));
      }),
      { numRuns: numRuns(200) },
    );
  });

  it('closes the narrowest of many gaps, and keeps long ones', () => {
    const list = listOf(...burst(0), ...burst(86_400_000));
    expect(list.length).toBeLessThanOrEqual(128);
    expect(list[0]?.[0]).toBe(0);
    expect(list.at(-1)?.[1]).toBe(86_400_000 + 49_992);
    expect(list.filter(([from, to]) => from < 86_400_000 && to > 49_992)).toEqual([]);
  });

  it('leaves out what is no time', () => {
    expect(listOf([Number.NaN, 1], [0, Number.POSITIVE_INFINITY], [3, 2])).toEqual([[3, 3]]);
  });
});
