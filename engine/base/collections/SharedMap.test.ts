import { array, assert, constant, constantFrom, integer, nat, oneof, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { numRuns } from '../../testing/index.ts';
import { SharedMap } from './SharedMap.ts';

type Key = string | number;

/** Few enough to meet often, near and far from each other, and some that are no whole numbers. */
const key = oneof(nat(24), constantFrom<Key>('a', 'b', 'c', '1', '', 1 << 20, 2 ** 31, 2 ** 40, -1, 0.5, Number.NaN));
const step = record({
  act: oneof(
    { weight: 12, arbitrary: constant('set' as const) },
    { weight: 8, arbitrary: constant('delete' as const) },
    { weight: 4, arbitrary: constant('copy' as const) },
  ),
  key,
  value: integer(),
  /** Which of the copies made so far. */
  copy: nat(9),
});

interface Pair {
  readonly shared: SharedMap<Key, number>;
  readonly map: Map<Key, number>;
}

function apply({ shared, map }: Pair, act: 'set' | 'delete', at: Key, value: number): void {
  if (act === 'set') {
    shared.set(at, value);
    map.set(at, value);
  } else expect(shared.delete(at)).toBe(map.delete(at));
  expect([shared.size, shared.get(at), shared.has(at)]).toEqual([map.size, map.get(at), map.has(at)]);
}

test('it and all its copies answer as maps of their own do, whatever is done to any of them', () => {
  assert(
    property(array(step, { minLength: 40, maxLength: 160 }), (steps) => {
      const pairs: Pair[] = [{ shared: new SharedMap(), map: new Map() }];
      for (const { act, key: at, value, copy } of steps) {
        const pair = pairs[copy % pairs.length];
        if (pair === undefined) continue;
        if (act !== 'copy') apply(pair, act, at, value);
        else if (pairs.length < 8) pairs.push({ shared: SharedMap.copy(pair.shared), map: new Map(pair.map) });
      }
      for (const { shared, map } of pairs) {
        expect([...shared]).toEqual([...map]);
        expect([...shared.keys()]).toEqual([...map.keys()]);
        expect([...shared.values()]).toEqual([...map.values()]);
        for (const [at, value] of map) expect(shared.get(at)).toBe(value);
      }
    }),
    { numRuns: numRuns(100) },
  );
});

test('copies any map', () => {
  const map = new Map([
    ['b', 1],
    ['a', 2],
  ]);
  const copy = SharedMap.copy(map);
  copy.set('c', 3);
  expect(new Map(copy)).toEqual(new Map([...map, ['c', 3]]));
});

test('a copy that changes a few entries shares all but the parts that hold them', () => {
  const original = new SharedMap<number, number>();
  for (let at = 0; at < 100_000; at += 1) original.set(at, at);
  const before = new Set<unknown>();
  original.listParts(before);
  const copy = SharedMap.copy(original);
  for (let at = 50_000; at < 50_050; at += 1) copy.set(at, -1);
  for (let at = 100_000; at < 100_050; at += 1) copy.set(at, at);
  const after = new Set(before);
  copy.listParts(after);
  expect(before.size).toBeGreaterThan(9_000);
  expect(after.size - before.size).toBeLessThan(30);
});

test('entries that come and go leave nothing behind', () => {
  const map = new SharedMap<number, number>();
  for (let at = 0; at < 20_000; at += 1) {
    map.set(at, at);
    map.delete(at - 10);
  }
  const parts = new Set<unknown>();
  map.listParts(parts);
  expect([...map.keys()]).toEqual(Array.from({ length: 10 }, (_, index) => 19_990 + index));
  expect(parts.size).toBeLessThan(20);
});
