import { expect, test } from 'vitest';
import { type CoveredPart, toMarks } from './coverageMarks.ts';

const part = (kind: CoveredPart['kind'], task: string, name: string, count: number): CoveredPart => ({
  kind,
  task,
  name,
  count,
  at: { line: 1, column: 1 },
});

/** The marks of the task `get`. */
const marks = (...parts: readonly CoveredPart[]) =>
  toMarks(parts)
    .get('get')
    ?.map(({ text, words, look }) => `${look} ${text}: ${words}`);

test('a task has a mark for how often tests come to it, and for how many of its outcomes and branches', () => {
  expect(
    marks(
      part('task', 'get', '', 2),
      part('outcome', 'get', 'success', 2),
      part('outcome', 'get', 'timeout', 0),
      part('outcome', 'get', 'retry', 0),
      part('branch', 'get', 'n > 3 is true', 1),
      part('branch', 'get', 'n > 3 is false', 1),
      part('branch', 'other', 'm is true', 0),
    ),
  ).toEqual([
    'covered 2×: Tests reach this 2 times',
    'partial 1/3 outcomes: Tests reach 1 of 3 outcomes. Never: timeout, retry',
    'covered 2/2 branches: Tests reach 2 of 2 branches',
  ]);
});

test('what can only succeed, and does, says so by its number alone', () => {
  expect(marks(part('task', 'get', '', 1), part('outcome', 'get', 'success', 1))).toEqual([
    'covered 1×: Tests reach this 1 time',
  ]);
  expect(marks(part('task', 'get', '', 1), part('outcome', 'get', 'success', 0))).toHaveLength(2);
});

test('where no test comes there is nothing else to say', () => {
  expect(marks(part('task', 'get', '', 0), part('outcome', 'get', 'success', 0))).toEqual([
    'missed 0×: No test reaches this',
  ]);
});

test('of many that are missing the first ones are named', () => {
  const codes = Array.from({ length: 13 }, (_, index) => part('outcome', 'get', `E${index}`, 0));
  expect(marks(part('task', 'get', '', 1), ...codes)?.[1]).toMatch(/ E9, and 3 more$/);
});
