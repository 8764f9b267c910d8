import type { Delay } from '../../../effects/index.ts';
import { BEAT, createSteadyTime, type SteadyTime } from '../../steadyTime.ts';

/** What there is to read time from in a browser: nothing counts how long the machine slept. */
const SOURCES = { wall: () => Date.now(), steady: () => performance.now() };

/** How far time must be past what was expected for timers to be set anew, in ms. */
const AFTER_SLEEP = 1_000;

/** Time as the host of a run sees it; a test brings its own. */
export interface Clock {
  /** ms since the epoch. */
  readonly now: () => number;
  /** Calls back once after some ms; answers with a function that takes it back. */
  readonly setTimer: (ms: number, callback: () => void) => () => void;
  /** Settles after messages that are waiting were heard. */
  readonly breathe: () => Promise<void>;
}

/** Longest wait a platform's timer takes, in ms; later ones are reached in several. */
const LONGEST = 2 ** 31 - 1;

/** A timer that has not called back, and when it does by this clock. */
interface Timer {
  readonly at: number;
  readonly callback: () => void;
  handle: ReturnType<typeof setTimeout> | undefined;
}

/**
 * The clock of this machine: a minute lasts a minute, whatever happens to the wall clock while this thread lives, and
 * what came due while the machine slept calls back when it wakes.
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
  // While something waits the clock is read again and again: so it sees sleep, and what came due in it.
  const look = (): void => {
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
        beat = setInterval(look, BEAT);
      }
      return () => drop(timer);
    },
    // A message to ourselves queues behind those that came before; a timer of 0 ms would wait 4.
    breathe: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        channel.port2.postMessage(null);
      }),
  };
}

/** A clock for one run: it continues from the last time of the run, where the wall clock was set back since. */
export function createRunClock(clock: Clock, lastAt: number): Clock {
  const ahead = Math.max(0, lastAt - clock.now());
  return ahead === 0 ? clock : { ...clock, now: () => clock.now() + ahead };
}

/** Waits by a clock, for performers: settles early once the signal aborts. */
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
