import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDelay, createRunClock, createSystemClock } from './platform/clock.ts';
import { TimerQueue } from './run/TimerQueue.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sets the wall clock: nothing else moves. */
function setWall(by: number): void {
  vi.setSystemTime(Date.now() + by);
}

/** Timers of a run by this machine's clock, in ms from now; answers with what fired when, in real ms. */
function watch(waits: readonly number[]) {
  const clock = createSystemClock();
  const fired: [id: string, after: number][] = [];
  const begun = performance.now();
  const queue = new TimerQueue(clock, (ids) => {
    for (const id of ids) fired.push([id, Math.round((performance.now() - begun) / 1000) * 1000]);
  });
  for (const wait of waits) queue.set(String(wait), clock.now() + wait);
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

test('a wait longer than a timer of the platform can be lasts as long as it says', () => {
  // What is read in between changes nothing here, and would be done ten million times.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  const { clock, fired } = watch([30 * DAY]);
  const stop = clock.setTimer(30 * DAY, () => undefined);
  vi.advanceTimersByTime(30 * DAY - MINUTE);
  expect(fired).toEqual([]);
  vi.advanceTimersByTime(2 * MINUTE);
  expect(fired).toEqual([[String(30 * DAY), 30 * DAY]]);
  stop();
});

test('a delay longer than that does not end at once', async () => {
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

test('what came due while the machine slept fires when it wakes', () => {
  let asleep = 0;
  const steady = performance.now.bind(performance);
  // Sleep is what the wall clock counts and the steady one does not, while nothing runs.
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
