import { expect, test } from 'vitest';
import type { RunBound } from '#engine/run';
import { tellCost, tellTime } from './tellBound.ts';

function bound(more: Partial<RunBound>): RunBound {
  return { time: 0, asked: 0, gaps: [], answers: 0, costGaps: [], ...more };
}

function gap(taskId: string) {
  return { taskId, why: 'timeout' } as const;
}

test('a bound is told with what servers may add to it', () => {
  expect(tellTime(bound({ time: 240_000, asked: 240_000 }))).toBe('By its text it takes at most 4 min.');
  expect(tellTime(bound({ time: 240_000, asked: 7_440_000 }))).toBe(
    'By its text it takes at most 4 min, and 2 h 4 min where servers ask to be tried again later.',
  );
});

test('what neither calls nor waits is not told to take no time', () => {
  expect(tellTime(bound({}))).toBe('By its text it waits for nothing, and takes as long as it computes.');
});

test('what keeps it from being there is told with the names of its tasks, two of them at most', () => {
  const open = { time: null, asked: null };
  expect(tellTime(bound({ ...open, gaps: [gap('poll')] }))).toBe('Its time has no bound: “poll” has no timeout.');
  expect(tellTime(bound({ ...open, gaps: [gap('a'), { taskId: 'b', why: 'items' }, gap('c')] }))).toBe(
    'Its time has no bound: “a” has no timeout, “b” goes through any number of items, and more.',
  );
});

test('a cost is that of answers, and nothing is said where there are no models', () => {
  expect(tellCost(bound({}))).toBeNull();
  expect(tellCost(bound({ answers: 0.024 }))).toBe(
    'Answers of its models cost at most $0.024; what is sent to them is extra.',
  );
  expect(tellCost(bound({ answers: null, costGaps: [{ taskId: 'draft', why: 'max_tokens' }] }))).toBe(
    'Its cost has no bound: “draft” has no max_tokens.',
  );
});
