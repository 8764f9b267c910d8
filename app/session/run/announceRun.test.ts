import { expect, it } from 'vitest';
import { type RunEvent, tellError } from '#engine/run';
import { announceRun } from './appendEvents.ts';

const at = { seq: 0, at: 0 };
const task = { ...at, activation: 'hold#1', taskId: 'hold' };

function say(...events: readonly object[]): string | null {
  return announceRun(events as readonly RunEvent[], (id) => (id === 'hold' ? 'Approval' : id), tellError);
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

it('tells an error of an expression as it is told elsewhere', () => {
  const source = "{{ pick(rows, ['n']) }}";
  const reason = 'pick(): argument 1 is a map, not a list.';
  const error = {
    code: 'EXPRESSION_ERROR',
    message: `expression: ${reason}`,
    details: { type: 'expression', source, reason, start: 3, end: 20 },
  };
  const told = tellError(error);
  expect(told).not.toBe(error.message);
  expect(say({ ...task, type: 'task.failed', error })).toBe(`Approval failed: ${told}`);
  expect(say({ ...at, type: 'run.paused', failed: { ...task, error } })).toBe(`Run paused: Approval failed: ${told}`);
});

it('is silent about the rest', () => {
  expect(say({ ...task, type: 'task.succeeded' })).toBeNull();
});
