import { expect, test } from 'vitest';
import type { CoveredPart } from './Coverage.ts';
import { findUncovered, joinCoverage } from './findUncovered.ts';

function part(task: string, count: number, more: Partial<CoveredPart> = {}): CoveredPart {
  return { kind: 'task', task, name: '', count, at: { line: 1, column: 1 }, ...more };
}

function tasksOf(parts: readonly CoveredPart[]): readonly string[] {
  return parts.map(({ task }) => task);
}

test('what is reached no more, and what is new and not reached, is lost; what was missed before is not', () => {
  const before = [part('a', 1), part('b', 1), part('c', 0), part('gone', 1)];
  const moved = { at: { line: 9, column: 1 } };
  const after = [part('a', 2, moved), part('b', 0, moved), part('c', 0, moved), part('d', 0), part('e', 1)];
  expect(tasksOf(findUncovered(before, after))).toEqual(['b', 'd']);
});

test('all that no test reaches is told where there were no tests', () => {
  expect(tasksOf(findUncovered(null, [part('a', 1), part('b', 0)]))).toEqual(['b']);
});

test('what one file of tests does not reach may be what another one is for', () => {
  const joined = joinCoverage([
    [part('a', 1), part('b', 0)],
    [part('a', 1), part('b', 3)],
  ]);
  expect(joined.map(({ task, count }) => [task, count])).toEqual([
    ['a', 2],
    ['b', 3],
  ]);
});
