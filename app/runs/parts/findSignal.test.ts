import { expect, test } from 'vitest';
import type { RunEvent } from '#engine/run';
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
  expect(findSignal(events, 1)).toBe('approve order');
  expect(findSignal(events, 3)).toBeNull();
  expect(findSignal(events, 4)).toBeNull();
});
