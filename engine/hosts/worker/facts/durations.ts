/** How often a duration occurred, by step of a scale; in order. */
export type Durations = readonly (readonly [step: number, count: number])[];

/** Up to here each ms is a step of its own; beyond, each step is 5 % longer than the one before it. */
const EXACT = 100;
const GROWTH = Math.log(1.05);

/** The step of a duration in ms. */
export function stepOf(ms: number): number {
  const whole = Math.max(0, Math.round(ms));
  return whole <= EXACT ? whole : EXACT + Math.round(Math.log(whole / EXACT) / GROWTH);
}

/** The duration in the middle of a step, in ms: at most 2.5 % off those that fell on it. */
function middleOf(step: number): number {
  return step <= EXACT ? step : Math.round(EXACT * Math.exp((step - EXACT) * GROWTH));
}

/** The duration that a share of all did not exceed, in ms, by the nearest rank; null where there are none. */
export function percentile(durations: Durations, share: number): number | null {
  const total = durations.reduce((sum, [, count]) => sum + count, 0);
  let left = Math.max(1, Math.ceil(total * share));
  for (const [step, count] of durations) {
    left -= count;
    if (left <= 0) return middleOf(step);
  }
  return null;
}

/** The sum of several. */
export function sumDurations(all: readonly Durations[]): Durations {
  const counts = new Map<number, number>();
  for (const [step, count] of all.flat()) counts.set(step, (counts.get(step) ?? 0) + count);
  return [...counts].sort(([one], [other]) => one - other);
}
