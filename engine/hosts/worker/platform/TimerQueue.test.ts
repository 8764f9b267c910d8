import { expect, test } from 'vitest';
import { TurnClock } from '../../../testing/TurnClock.ts';
import { TimerQueue } from './TimerQueue.ts';

function createQueue() {
  const clock = new TurnClock(1000);
  const fired: string[] = [];
  const queue = new TimerQueue(clock, (ids) => fired.push(`${clock.now()}: ${ids.join(' ')}`));
  return { clock, fired, queue };
}

test('timers fire by due time, those of the same time in order of insertion', async () => {
  const { clock, fired, queue } = createQueue();
  for (const [id, at] of [
    ['c', 1003],
    ['a', 1001],
    ['d', 1003],
    ['b', 1002],
  ] as const)
    queue.set({ id, at });
  await clock.until(() => fired.length === 3);
  expect(fired).toEqual(['1001: a', '1002: b', '1003: c d']);
});

test('a thousand timers in any order fire in order', async () => {
  const { clock, fired, queue } = createQueue();
  const order = Array.from({ length: 1000 }, (_, index) => (index * 389) % 1000);
  for (const at of order) queue.set({ id: `t${at}`, at: 1001 + at });
  await clock.until(() => fired.length === 1000);
  expect(fired).toEqual(Array.from({ length: 1000 }, (_, at) => `${1001 + at}: t${at}`));
});

test('a cancelled timer does not fire, one set again fires once, at its new time', async () => {
  const { clock, fired, queue } = createQueue();
  queue.set({ id: 'gone', at: 1001 });
  queue.set({ id: 'moved', at: 1001 });
  queue.cancel('gone');
  queue.set({ id: 'moved', at: 1004 });
  queue.set({ id: 'last', at: 1005 });
  await clock.until(() => fired.length === 2);
  expect(fired).toEqual(['1004: moved', '1005: last']);
});

test('a timer that is overdue when set fires immediately', async () => {
  const { clock, fired, queue } = createQueue();
  queue.set({ id: 'late', at: 5 });
  await clock.turn();
  expect(fired).toEqual(['1001: late']);
});

test('a wait longer than the longest timer of the platform takes several', () => {
  const waits: number[] = [];
  const { now, yieldToEventLoop } = new TurnClock(0);
  const setTimer = (ms: number): (() => void) => {
    waits.push(ms);
    return () => {};
  };
  const queue = new TimerQueue({ now, yieldToEventLoop, setTimer }, () => {});
  queue.set({ id: 'next year', at: 365 * 86_400_000 });
  expect(waits).toEqual([2 ** 31 - 1]);
});

test('nothing fires after clear', async () => {
  const { clock, fired, queue } = createQueue();
  queue.set({ id: 'a', at: 1001 });
  queue.clear();
  await clock.turn();
  await clock.turn();
  expect(fired).toEqual([]);
});
