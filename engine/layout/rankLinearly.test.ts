import { expect, test } from 'vitest';
import type { Box, Link } from './Box.ts';
import { rankBoxes } from './rankBoxes.ts';
import { rankLinearly } from './rankLinearly.ts';

const boxesOf = (ids: readonly string[]): Box[] => ids.map((id) => ({ id, width: 200, height: 60 }));
const link = (source: string, target: string): Link => ({ source, target, isAside: false });
const options = { gap: 40, roomFor: (size: { width: number; height: number }) => size };

function ranksOf(ids: readonly string[], links: readonly Link[]): Record<string, number> {
  return Object.fromEntries([...rankLinearly(boxesOf(ids), links, options)].map(([id, { rank }]) => [id, rank]));
}

test('a box stands behind the last that leads to it', () => {
  const links = [link('a', 'b'), link('b', 'c'), link('a', 'c')];
  expect(ranksOf(['a', 'b', 'c', 'alone'], links)).toEqual({ a: 0, b: 1, c: 2, alone: 0 });
});

test('a circle is opened where it is written first', () => {
  expect(ranksOf(['a', 'b', 'c'], [link('a', 'b'), link('b', 'c'), link('c', 'a')])).toEqual({ a: 0, b: 1, c: 2 });
  expect(ranksOf(['a', 'b', 'c'], [link('a', 'b'), link('b', 'c'), link('c', 'b')])).toEqual({ a: 0, b: 1, c: 2 });
});

test('boxes of one rank stand beside each other', () => {
  const placed = rankLinearly(boxesOf(['a', 'b', 'c']), [link('a', 'b'), link('a', 'c')], options);
  expect([placed.get('b')?.y, placed.get('c')?.y]).toEqual([30, 130]);
});

test('a chain of ten thousand is placed, one behind the other', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `t${index}`);
  const links = ids.slice(1).map((id, index) => link(ids[index] ?? '', id));
  const rects = rankBoxes(boxesOf(ids), links, 40);
  const lefts = ids.map((id) => rects.get(id)?.x ?? 0);
  expect(lefts.every((left, index) => index === 0 || left > (lefts[index - 1] ?? 0))).toBe(true);
});
