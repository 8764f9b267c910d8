import { expect, it } from 'vitest';
import type { RunEvent } from '#engine/run';
import { announceRun } from './announceRun.ts';

const at = { seq: 0, at: 0 };
const task = { ...at, activation: 'hold#1', taskId: 'hold' };

function say(...events: readonly object[]): string | null {
  return announceRun(events as readonly RunEvent[], (id) => (id === 'hold' ? 'Approval' : id));
}

it('names what waits and for what, what failed, and how the run ended', () => {
  expect(say({ ...task, type: 'task.waiting', reason: 'signal go', until: 1 })).toBe(
    'Approval is waiting for the signal go.',
  );
  expect(say({ ...task, type: 'task.waiting', reason: 'signal go', until: 1, title: 'May it go out?' })).toBe(
    'Approval is waiting: May it go out?',
  );
  expect(say({ ...task, type: 'task.waiting', reason: 'delay', until: 1 })).toBe('Approval is waiting.');
  expect(
    say({ ...task, type: 'task.failed', error: { message: 'No.' } }, { ...at, type: 'run.finished', status: 'error' }),
  ).toBe('Approval failed: No. Run failed.');
  expect(say({ ...at, type: 'run.paused', next: { taskId: 'hold' } })).toBe('Run paused before Approval.');
});

it('is silent about the rest', () => {
  expect(say({ ...task, type: 'task.succeeded' })).toBeNull();
});
