import type { Delay } from '../../../effects/index.ts';
import { BEAT, createSteadyTime, type SteadyTime } from '../../steadyTime.ts';

/** The clocks of a browser; none includes the time the machine sleeps. */
const SOURCES = { wall: () => Date.now(), steady: () => performance.now() };

/** How late the beat must be for timers to be armed again, in ms. */
const AFTER_SLEEP = 1_000;

/** The clock of a host; tests have a virtual one. */
export interface Clock {
  /** ms since the epoch. */
  readonly now: () => number;
  /** Calls back once after some ms; answers with a function that cancels it. */
  readonly setTimer: (ms: number, callback: () => void) => () => void;
  /** Yields to the event loop: resolves after the messages that are queued now. */
  readonly yieldToEventLoop: () => Promise<void>;
}

/** Longest delay of `setTimeout`, in ms; longer waits take several. */
const LONGEST = 2 ** 31 - 1;

/** A pending timer; `at` is its due time, in ms since the epoch by this clock. */
interface Timer {
  readonly at: number;
  readonly callback: () => void;
  handle: ReturnType<typeof setTimeout> | undefined;
}

/**
 * The real clock: a minute lasts a minute, even if the wall clock is set while this thread lives. Timers that came due
 * while the machine slept fire when it wakes.
 */
export function createSystemClock(time: SteadyTime = createSteadyTime(SOURCES)): Clock {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.addEventListener('message', () => waiting.shift()?.());
  channel.port1.start();
  const timers = new Set<Timer>();
  let beat: ReturnType<typeof setInterval> | undefined;
  let expected = 0;
  const arm = (timer: Timer): void => {
    clearTimeout(timer.handle);
    timer.handle = setTimeout(() => fire(timer), Math.min(Math.max(0, timer.at - time.now()), LONGEST));
  };
  const drop = (timer: Timer): void => {
    clearTimeout(timer.handle);
    timers.delete(timer);
    if (timers.size > 0) return;
    clearInterval(beat);
    beat = undefined;
  };
  const fire = (timer: Timer): void => {
    if (time.now() < timer.at) return arm(timer);
    drop(timer);
    timer.callback();
  };
  // While timers are pending the clock is read regularly, which detects sleep and the timers that came due in it.
  const checkSleep = (): void => {
    const now = time.now();
    if (now > expected + AFTER_SLEEP) for (const timer of timers) arm(timer);
    expected = now + BEAT;
  };
  return {
    now: time.now,
    setTimer: (ms, callback) => {
      const now = time.now();
      const timer: Timer = { at: now + Math.max(0, ms), callback, handle: undefined };
      timers.add(timer);
      arm(timer);
      if (beat === undefined) {
        expected = now + BEAT;
        beat = setInterval(checkSleep, BEAT);
      }
      return () => drop(timer);
    },
    // A message to itself is queued behind the earlier ones; `setTimeout` of 0 ms would take 4.
    yieldToEventLoop: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        channel.port2.postMessage(null);
      }),
  };
}

/** A clock for one run: starts at the last time of the run, if the wall clock was set back since. */
export function createRunClock(clock: Clock, lastAt: number): Clock {
  const ahead = Math.max(0, lastAt - clock.now());
  return ahead === 0 ? clock : { ...clock, now: () => clock.now() + ahead };
}

/** Waits by a clock, for performers; resolves early once the signal aborts. */
export function createDelay(clock: Clock): Delay {
  return (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const finish = (): void => {
        stop();
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const stop = clock.setTimer(ms, finish);
      signal.addEventListener('abort', finish);
    });
}
