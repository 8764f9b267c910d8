import type { Delay } from '../../effects/index.ts';

/** Time as the host of a run sees it; a test brings its own. */
export interface Clock {
  /** ms since the epoch. */
  readonly now: () => number;
  /** Calls back once after some ms; answers with a function that takes it back. */
  readonly setTimer: (ms: number, callback: () => void) => () => void;
  /** Settles after messages that are waiting were heard. */
  readonly breathe: () => Promise<void>;
}

/** The clock of this machine. */
export function createSystemClock(): Clock {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.addEventListener('message', () => waiting.shift()?.());
  channel.port1.start();
  return {
    now: () => Date.now(),
    setTimer: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    // A message to ourselves queues behind those that came before; a timer of 0 ms would wait 4.
    breathe: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        channel.port2.postMessage(null);
      }),
  };
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
