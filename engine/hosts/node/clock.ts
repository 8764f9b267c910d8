/** Where a run's time comes from, and when its timers may fire. */
export interface RunClock {
  /** ms since the epoch. */
  readonly now: () => number;
  /** Real ms until a timer may fire; null while it must not, because an effect runs. */
  readonly waitFor: (timer: PendingTimer, isBusy: boolean) => number | null;
  /** Says that a timer fires: the clock reads its time, or later. */
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

/** The clock of this machine. */
export function createRealClock(): RunClock {
  return {
    now: () => Date.now(),
    waitFor: (timer) => Math.max(0, timer.at - Date.now()),
    reach: () => undefined,
  };
}

/**
 * A clock that stands while an effect runs and jumps to the next timer when none does (format.md 11). A timer that
 * bounds a running effect fires after as much real time. A run that goes on starts at the time it had reached.
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
