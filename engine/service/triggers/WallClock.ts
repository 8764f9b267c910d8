/** The time of day, which may be set back and forth, and what wakes by it. */
export interface WallClock {
  /** ms since the epoch. */
  readonly now: () => number;
  /** Calls back once after some ms, unless what it answers is called before. */
  readonly wake: (after: number, onWake: () => void) => () => void;
}

/** The clock of this machine. */
export const WALL_CLOCK: WallClock = {
  now: () => Date.now(),
  wake: (after, onWake) => {
    const timer = setTimeout(onWake, after);
    return () => clearTimeout(timer);
  },
};
