import { expect, test } from 'vitest';
import { EMPTY_VIEW, type RunEvent } from '#engine/run';
import { findSignal } from './findSignal.ts';

function waiting(seq: number, activation: number, reason: string): RunEvent {
  return { type: 'task.waiting', seq, at: seq, taskId: 'a', activation, reason, until: null };
}

test('the signal an activation waits for is named by what it said last', () => {
  const events = [
    waiting(0, 1, 'signal first'),
    waiting(1, 2, 'signal other'),
    waiting(2, 1, 'signal approve order'),
    waiting(3, 3, 'delay'),
  ];
  const signalOf = (activation: number) => findSignal({ events, view: EMPTY_VIEW }, activation);
  expect(signalOf(1)).toBe('approve order');
  expect(signalOf(3)).toBeNull();
  expect(signalOf(4)).toBeNull();
});
