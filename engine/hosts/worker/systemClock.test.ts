import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../testing/given/durations.ts';
import { createDelay, createRunClock, createSystemClock } from './platform/clock.ts';
import { TimerQueue } from './platform/TimerQueue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sets the wall clock; the other clocks do not change. */
function setWall(by: number): void {
  vi.setSystemTime(Date.now() + by);
}

/** Sets timers on the system clock, in ms from now; answers with what fired when, in real ms. */
function watch(waits: readonly number[]) {
  const clock = createSystemClock();
  const fired: [id: string, after: number][] = [];
  const begun = performance.now();
  const queue = new TimerQueue(clock, (ids) => {
    for (const id of ids) fired.push([id, Math.round((performance.now() - begun) / 1000) * 1000]);
  });
  for (const wait of waits) queue.set({ id: String(wait), at: clock.now() + wait });
  return { clock, fired };
}

test.each([HOUR, -HOUR, 400 * DAY, -400 * DAY])(
  'a wait of 5 minutes lasts 5 minutes, though the wall clock is set by %d ms',
  (by) => {
    const { fired } = watch([10_000, 5 * MINUTE]);
    vi.advanceTimersByTime(5_000);
    setWall(by);
    vi.advanceTimersByTime(20 * MINUTE);
    expect(fired).toEqual([
      ['10000', 10_000],
      [String(5 * MINUTE), 5 * MINUTE],
    ]);
  },
);

test('times of events never go back', () => {
  const { clock } = watch([DAY]);
  let last = clock.now();
  for (const by of [-HOUR, HOUR, -3 * DAY, 5, -1]) {
    setWall(by);
    vi.advanceTimersByTime(100);
    expect(clock.now()).toBeGreaterThanOrEqual(last + 100);
    last = clock.now();
  }
});

test('a wait longer than the longest timer of the platform has its full length', () => {
  // Reads in between change nothing here, and there would be ten million.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  const { clock, fired } = watch([30 * DAY]);
  const stop = clock.setTimer(30 * DAY, () => undefined);
  vi.advanceTimersByTime(30 * DAY - MINUTE);
  expect(fired).toEqual([]);
  vi.advanceTimersByTime(2 * MINUTE);
  expect(fired).toEqual([[String(30 * DAY), 30 * DAY]]);
  stop();
});

test('a delay longer than that does not end immediately', async () => {
  const ended = vi.fn();
  const controller = new AbortController();
  void createDelay(createSystemClock())(30 * DAY, controller.signal).then(ended);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(ended).not.toHaveBeenCalled();
  controller.abort();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test('a timer that came due while the machine slept fires when it wakes', () => {
  let asleep = 0;
  const steady = performance.now.bind(performance);
  // In sleep the wall clock advances, the steady one does not, and nothing runs.
  vi.spyOn(performance, 'now').mockImplementation(() => steady() - asleep);
  const { fired } = watch([5 * MINUTE, 2 * HOUR]);
  vi.advanceTimersByTime(MINUTE);
  const at = Date.now() + HOUR;
  vi.setSystemTime(at);
  asleep -= 900;
  vi.advanceTimersByTime(2_000);
  expect(fired.map(([id]) => id)).toEqual([String(5 * MINUTE)]);
  vi.advanceTimersByTime(HOUR);
  expect(fired.map(([id]) => id)).toEqual([String(5 * MINUTE), String(2 * HOUR)]);
});

test('a run whose last time is ahead of the wall clock continues from there', () => {
  const clock = createSystemClock();
  const lastAt = clock.now() + HOUR;
  const own = createRunClock(clock, lastAt);
  expect(own.now()).toBe(lastAt);
  vi.advanceTimersByTime(MINUTE);
  expect(own.now()).toBe(lastAt + MINUTE);
  expect(createRunClock(clock, clock.now() - HOUR).now()).toBe(clock.now());
});
