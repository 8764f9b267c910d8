import { expect, test } from 'vitest';
import { RecentMap } from './RecentMap.ts';

test('drops what was set longest ago, and what is set again is new', () => {
  const map = new RecentMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  map.set('c', 4);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([3, undefined, 4]);
});

test('reading makes nothing newer, and what was deleted leaves its room', () => {
  const map = new RecentMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect(map.get('a')).toBeUndefined();
  map.delete('b');
  map.set('d', 4);
  expect(['b', 'c', 'd'].map((key) => map.get(key))).toEqual([undefined, 3, 4]);
});
