import { expect, test } from 'vitest';
import { EMPTY_VIEW, type RunEvent } from '#engine/run';
import { followRun } from './viewOf.ts';

const events = (count: number, at = 0): readonly RunEvent[] =>
  Array.from({ length: count }, (_, seq): RunEvent => ({ seq, at, type: 'run.resumed' }));

test('what is derived of a run reads each event once while the run grows, and anew for an earlier state of it', () => {
  const read: number[] = [];
  const count = followRun(
    () => 0,
    (before, fresh) => {
      read.push(fresh.length);
      return before + fresh.length;
    },
  );
  const [run, other] = [events(100), events(7, 1)];
  const countOf = (list: readonly RunEvent[]): number => count({ events: list, view: EMPTY_VIEW });
  expect([10, 30, 30, 100].map((length) => countOf(run.slice(0, length)))).toEqual([10, 30, 30, 100]);
  expect(read).toEqual([10, 20, 70]);
  expect(countOf(other)).toBe(7);
  expect(countOf(run.slice(0, 50))).toBe(50);
  expect(countOf([])).toBe(0);
  expect(countOf(run)).toBe(100);
  expect(read.slice(3)).toEqual([7, 50, 0, 50]);
});
