import os from 'node:os';
import { createSteadyTime } from '../../steadyTime.ts';

/** The clock of a run: its time, and when its timers may fire. */
export interface RunClock {
  /** ms since the epoch; never less than before. */
  readonly now: () => number;
  /** Real ms until a timer may fire; null while it must not, because an effect runs. */
  readonly waitFor: (timer: PendingTimer, isBusy: boolean) => number | null;
  /** Called when a timer fires: the clock is then at its due time, or later. */
  readonly reach: (timer: PendingTimer) => void;
}

/** A timer that has not fired. */
export interface PendingTimer {
  readonly id: string;
  /** ms since the epoch by the run's clock. */
  readonly at: number;
  readonly isDeadline: boolean;
  /** ms by the run's clock, and by this machine's, when it was set. */
  readonly setAt: number;
  readonly setAtReal: number;
}

/** Where a virtual clock starts: 2026-01-01T00:00:00.000Z. */
const VIRTUAL_START = 1_767_225_600_000;

/** The clocks of the platform; the uptime includes sleep, the steady clock does not. */
const SOURCES = { wall: () => Date.now(), steady: () => performance.now(), uptime: () => os.uptime() * 1000 };

/**
 * The real clock: a minute lasts a minute, even if the wall clock is set while this process lives. A resumed run starts
 * at the time it had reached, even if the wall clock was set back since.
 */
export function createRealClock(start = 0): RunClock {
  const time = createSteadyTime(SOURCES);
  const ahead = Math.max(0, start - time.now());
  const now = (): number => time.now() + ahead;
  return {
    now,
    waitFor: (timer) => Math.max(0, timer.at - now()),
    reach: () => undefined,
  };
}

/**
 * A clock that stops while an effect runs and jumps to the next timer when none does (format.md 11). A timer that
 * bounds a running effect fires after as much real time. A resumed run starts at the time it had reached.
 */
export function createVirtualClock(start = VIRTUAL_START): RunClock {
  let now = start;
  return {
    now: () => now,
    waitFor: (timer, isBusy) => {
      if (!isBusy) return 0;
      return timer.isDeadline ? Math.max(0, timer.setAtReal + (timer.at - timer.setAt) - performance.now()) : null;
    },
    reach: (timer) => {
      now = Math.max(now, timer.at);
    },
  };
}
