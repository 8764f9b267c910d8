import { expect, test } from 'vitest';
import { addIdle, type IdleSpan, idleBetween, workedBetween } from './idle.ts';
import type { RunEvent } from './RunEvent.ts';

function idleOf(...events: readonly object[]): readonly IdleSpan[] {
  return events.reduce<readonly IdleSpan[]>((spans, event) => addIdle(spans, event as RunEvent), []);
}

test('a pause is no work, from the first until the run resumes', () => {
  const spans = idleOf(
    { type: 'run.paused', at: 10 },
    { type: 'run.paused', at: 20 },
    { type: 'run.resumed', at: 40 },
    { type: 'run.finished', at: 50 },
  );
  expect(spans).toEqual([{ from: 10, to: 40, reason: 'paused' }]);
  expect(workedBetween(spans, 0, 50)).toBe(20);
  expect(workedBetween(spans, 0, 30)).toBe(10);
});

test('a pause that lasts counts until the moment that is asked about, and ends with the run', () => {
  const spans = idleOf({ type: 'run.paused', at: 10 });
  expect(workedBetween(spans, 0, 100)).toBe(10);
  expect(idleBetween(spans, 0, 100)).toEqual([{ from: 10, to: 100, reason: 'paused' }]);
  expect(addIdle(spans, { type: 'run.finished', at: 60 } as RunEvent)).toEqual([
    { from: 10, to: 60, reason: 'paused' },
  ]);
});

test('an interruption is no work, and a pause around it goes on', () => {
  const spans = idleOf(
    { type: 'run.interrupted', since: 5, at: 15, calls: [] },
    { type: 'run.paused', at: 20 },
    { type: 'run.interrupted', since: 30, at: 70, calls: [{}] },
    { type: 'run.resumed', at: 80 },
  );
  expect(spans.map(({ from, to, reason }) => [from, to, reason])).toEqual([
    [5, 15, 'interrupted'],
    [20, 30, 'paused'],
    [30, 70, 'interrupted'],
    [70, 80, 'paused'],
  ]);
  expect(workedBetween(spans, 0, 100)).toBe(30);
});

test('a pause over which a host was closed is one pause, where nothing was under way', () => {
  const spans = idleOf(
    { type: 'run.paused', at: 20 },
    { type: 'run.interrupted', since: 30, at: 70, calls: [] },
    { type: 'run.resumed', at: 80 },
  );
  expect(spans).toEqual([{ from: 20, to: 80, reason: 'paused' }]);
});
