import { expect, test } from 'vitest';
import { describeRunStatus, statusMarkOf } from './describeRunStatus.ts';

test('a run that is paused or only waits is not called running, and says why', () => {
  const rows = [
    { status: 'running' },
    { status: 'running', paused: 'asked' },
    { status: 'running', paused: 'breakpoint' },
    { status: 'running', paused: 'budget' },
    { status: 'running', paused: 'interrupted' },
    { status: 'running', signal: 'approve', isIdle: true },
    { status: 'running', isIdle: true },
    { status: 'running', isIdle: false },
    { status: 'running', signal: 'approve' },
  ] as const;
  expect(rows.map((row) => [statusMarkOf(row), describeRunStatus(row)])).toEqual([
    ['running', 'running'],
    ['paused', 'paused'],
    ['paused', 'paused at a breakpoint'],
    ['paused', 'paused, budget spent'],
    ['paused', 'asks about calls that were cut off'],
    ['waiting', 'waiting for signal approve'],
    ['waiting', 'waiting'],
    ['running', 'running'],
    ['running', 'running, a step waits for signal approve'],
  ]);
});

test('a run that has ended waits for nothing', () => {
  expect(statusMarkOf({ status: 'interrupted', paused: 'asked' })).toBe('interrupted');
  expect(describeRunStatus({ status: 'success', signal: 'approve' })).toBe('success');
});
