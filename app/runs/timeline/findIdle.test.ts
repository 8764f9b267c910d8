import { expect, test } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunEvent } from '#engine/run';
import { findIdle } from './findIdle.ts';

const STEP = { taskId: 't', activation: 1 } as const;

type Body = { readonly at: number } & Partial<Record<string, unknown>> & { readonly type: RunEvent['type'] };

/** The gaps of a run with these events, as `from-to`, and since when it is idle. */
function idle(bodies: readonly Body[]): string {
  const events = bodies.map((body, seq) => ({ seq, ...STEP, ...body }) as unknown as RunEvent);
  const view = { ...foldRun(EMPTY_VIEW, []), status: 'running' as const };
  const { gaps, since } = findIdle({ events, view });
  return `${gaps.map(({ from, to }) => `${from}-${to}`).join(' ')} | ${since}`;
}

test('the time of a call is no gap, and what is waited for is one', () => {
  const call = { key: 'k', kind: 'tool', name: 'core:http', request: null };
  expect(
    idle([
      { at: 0, type: 'task.attempt', attempt: 1 },
      { at: 0, type: 'effect.requested', ...call },
      { at: 9_000, type: 'effect.completed', key: 'k', response: null, error: null },
      { at: 9_100, type: 'task.waiting', reason: 'delay' },
      { at: 99_000, type: 'task.attempt', attempt: 2 },
    ]),
  ).toBe('9100-99000 | 99000');
});

test('a call that was given up holds no time, and one that was cut off none of its interruption', () => {
  const call = { key: 'k', kind: 'tool', name: 'core:http', request: null };
  expect(
    idle([
      { at: 0, type: 'effect.requested', ...call },
      { at: 60_000, type: 'run.interrupted', since: 5_000, cause: 'lost', calls: [] },
      { at: 61_000, type: 'task.retrying', attempt: 2, attempts: 3, delay: 10_000, until: 71_000 },
      { at: 71_000, type: 'task.attempt', attempt: 2 },
    ]),
  ).toBe('5000-60000 61000-71000 | 71000');
});
