import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../testing/given/durations.ts';
import { createRealClock, type PendingTimer } from './clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const timerAt = (at: number): PendingTimer => ({ id: 't', at, isDeadline: false, setAt: 0, setAtReal: 0 });

test.each([HOUR, -HOUR, 400 * DAY, -400 * DAY])('the wall clock set by %d ms changes no wait', (by) => {
  const clock = createRealClock();
  const timer = timerAt(clock.now() + 5 * MINUTE);
  vi.advanceTimersByTime(MINUTE);
  const before = clock.now();
  vi.setSystemTime(Date.now() + by);
  vi.advanceTimersByTime(MINUTE);
  expect(clock.waitFor(timer, false)).toBe(3 * MINUTE);
  expect(clock.now()).toBe(before + MINUTE);
});

test('a run that is resumed in a new process starts at the wall clock, and never before its last time', () => {
  const wall = Date.now();
  expect(createRealClock(wall - HOUR).now()).toBe(wall);
  const behind = createRealClock(wall + HOUR);
  expect(behind.now()).toBe(wall + HOUR);
  vi.advanceTimersByTime(MINUTE);
  expect(behind.now()).toBe(wall + HOUR + MINUTE);
});
