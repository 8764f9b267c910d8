/** The clocks of a host; each in ms. */
export interface TimeSources {
  /** The wall clock, since the epoch; the user or the system may set it. */
  readonly wall: () => number;
  /** A monotonic clock. On most systems it stops while the machine sleeps. */
  readonly steady: () => number;
  /** Since the machine was started, with its sleep; absent where the platform has no such clock. */
  readonly uptime?: () => number;
}

/** Time since the epoch that advances as real time does. */
export interface SteadyTime {
  /** ms since the epoch; never less than before. */
  readonly now: () => number;
}

/** Smallest change of the difference between two clocks that counts as a jump, in ms: clocks are adjusted a little all the time. */
const JUMP = 2_000;

/** A jump counts as sleep only if the clock was not read for so long, in ms; while something waits it is read more often. */
const SILENCE = 500;

/** How often a host reads the clock while something waits, in ms: this tells sleep from a clock that is set. */
export const BEAT = 250;

/**
 * A clock that starts at the wall clock and advances with the steady one: a minute lasts a minute, even if the wall clock
 * is set afterwards. Only sleep is added, which the steady clock does not count (decision 27).
 *
 * | seen since it was last read                                     | taken for      | time      |
 * |------------------------------------------------------------------|----------------|-----------|
 * | the uptime advanced more than the steady clock                    | sleep          | advances  |
 * | without uptime: the wall clock did, and this process did not run  | sleep          | advances  |
 * | without uptime: the wall clock did, and this process ran          | a clock set    | unchanged |
 * | the wall clock was set back                                       | a clock set    | unchanged |
 */
export function createSteadyTime({ wall, steady, uptime }: TimeSources): SteadyTime {
  const other = uptime ?? wall;
  let offset = wall() - steady();
  let lead = other() - steady();
  let readAt = steady();
  const noticeSleep = (at: number): void => {
    const now = other() - at;
    const jump = now - lead;
    if (Math.abs(jump) < JUMP) return;
    // Each jump counts once, when it is first seen.
    lead = now;
    if (jump > 0 && (uptime !== undefined || at - readAt > SILENCE)) offset += jump;
  };
  return {
    now: () => {
      const at = steady();
      noticeSleep(at);
      readAt = at;
      return Math.round(at + offset);
    },
  };
}
