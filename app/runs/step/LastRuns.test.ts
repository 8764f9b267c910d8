import { expect, it } from 'vitest';
import { describeLastRuns, marksOfLastRuns } from './LastRuns.tsx';

const task = { taskId: 'a', runs: 19, failedRuns: 2, ended: 1_057, failed: 3, p50: 1_240, p95: 61_000 };

it('says over how many runs a task took how long, and how often it failed', () => {
  expect(describeLastRuns({ runs: 20, tasks: [task] }, 'a')).toBe(
    'Last 20 runs: p50 1.2 s, p95 1 min 1 s, failed 3 of 1,057 times, in 2 runs',
  );
  const once = { ...task, failedRuns: 0, ended: 1, failed: 0 };
  expect(describeLastRuns({ runs: 1, tasks: [once] }, 'a')).toBe('Last run: p50 1.2 s, p95 1 min 1 s, never failed');
});

it('says nothing of a task that has not ended in any of them', () => {
  expect(describeLastRuns({ runs: 20, tasks: [task] }, 'b')).toBeNull();
});

it('says the same in short on each card, how often it failed only where it did', () => {
  const steady = { ...task, taskId: 'b', failedRuns: 0, failed: 0 };
  const marks = marksOfLastRuns({ runs: 20, tasks: [task, steady] });
  expect(marks.get('a')?.map(({ text }) => text)).toEqual(['p50 1.2 s · p95 1 min 1 s', '✕ 3 of 1,057']);
  expect(marks.get('b')?.map(({ text, words }) => `${text}: ${words}`)).toEqual([
    'p50 1.2 s · p95 1 min 1 s: Last 20 runs: p50 1.2 s, p95 1 min 1 s, never failed',
  ]);
});
