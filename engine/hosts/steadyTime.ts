/** What a host reads time from; each in ms. */
export interface TimeSources {
  /** The wall clock, since the epoch: it may be set. */
  readonly wall: () => number;
  /** A monotonic clock. On most systems it does not count while the machine sleeps. */
  readonly steady: () => number;
  /** Since the machine was started, its sleep counted; absent where the platform does not say. */
  readonly uptime?: () => number;
}

/** Time since the epoch that advances as real time does. */
export interface SteadyTime {
  /** ms since the epoch; never less than before. */
  readonly now: () => number;
}

/** By how much two clocks must differ anew to have slept, in ms: clocks are steered by a little all the time. */
const JUMP = 2_000;

/** How long nothing may have read the clock to have slept, in ms; while something waits it is read more often. */
const SILENCE = 500;

/** How often a host reads the clock while something waits, in ms: so that sleep can be distinguished from a clock that is set. */
export const BEAT = 250;

/**
 * The wall clock as it is now, carried on by the steady one: whatever the wall clock does afterwards, a minute lasts a
 * minute. Only sleep is added, which the steady clock leaves out (decision 27).
 *
 * | seen since it was last read                                     | taken for      | time      |
 * |------------------------------------------------------------------|----------------|-----------|
 * | the uptime went further than the steady clock                     | sleep          | moves on  |
 * | without uptime: the wall clock did, and this process did not run  | sleep          | moves on  |
 * | without uptime: the wall clock did, and this process ran          | a clock set    | unchanged |
 * | the wall clock went back                                          | a clock set    | unchanged |
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
    // Each jump is judged once, when it is first seen.
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
