/** A mark on the time axis: where, in ms since the start of the run, and what it says. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

const STEPS = [1, 2, 5] as const;

/**
 * Round marks for a time axis of `span` ms, at most `most` of them besides the one at 0. Labels are in ms below a
 * second, in seconds below two minutes, in minutes beyond; the first carries the unit.
 */
export function toTicks(span: number, most: number): readonly Tick[] {
  const [unit, name] = span < 1000 ? [1, 'ms'] : span < 120_000 ? [1000, 's'] : [60_000, 'min'];
  const step = roundStep(span / unit / Math.max(most, 1)) * unit;
  const ticks: Tick[] = [];
  for (let index = 0; index * step <= span; index += 1) {
    const at = index * step;
    const amount = Number((at / unit).toFixed(3));
    ticks.push({ at, label: index === 0 ? `0 ${name}` : String(amount) });
  }
  return ticks;
}

/** The least of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that is not below `least`. */
function roundStep(least: number): number {
  for (let power = 0.001; ; power *= 10) {
    const step = STEPS.find((factor) => factor * power >= least);
    if (step !== undefined) return step * power;
  }
}
