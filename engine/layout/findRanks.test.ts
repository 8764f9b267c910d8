import { expect, test } from 'vitest';
import type { Box, Link } from './Box.ts';
import { findRanks } from './findRanks.ts';

const boxesOf = (ids: readonly string[]): Box[] => ids.map((id) => ({ id, width: 200, height: 60 }));
const link = (source: string, target: string): Link => ({ source, target, isAside: false, room: 0 });

function ranksOf(ids: readonly string[], links: readonly Link[]): Record<string, number> {
  return Object.fromEntries(findRanks(boxesOf(ids), links));
}

test('a box is one rank behind the last that leads to it', () => {
  const links = [link('a', 'b'), link('b', 'c'), link('a', 'c')];
  expect(ranksOf(['a', 'b', 'c', 'alone'], links)).toEqual({ a: 0, b: 1, c: 2, alone: 0 });
});

test('a line that closes a circle leads back', () => {
  expect(ranksOf(['a', 'b', 'c'], [link('a', 'b'), link('b', 'c'), link('c', 'a')])).toEqual({ a: 0, b: 1, c: 2 });
  expect(ranksOf(['a', 'b', 'c'], [link('a', 'b'), link('b', 'c'), link('c', 'b')])).toEqual({ a: 0, b: 1, c: 2 });
});
