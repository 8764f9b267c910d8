/** A mark on the time axis: where, in ms since the start of the run, and its label. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

const FACTORS = [1, 2, 5, 10] as const;

/**
 * Round marks for a time axis of `span` ms, at most `most` of them besides the one at 0. Labels are in ms below a
 * second, in seconds below two minutes, in minutes beyond; the first carries the unit. A span that is no length of time
 * has the one at 0 alone.
 */
export function toTicks(span: number, most: number): readonly Tick[] {
  const [unit, name] = span < 1000 ? [1, 'ms'] : span < 120_000 ? [1000, 's'] : [60_000, 'min'];
  const first = { at: 0, label: `0 ${name}` };
  const step = roundStep(span / unit / Math.max(most, 1)) * unit;
  const count = Math.min(Math.floor(span / step), most);
  if (!(step > 0) || !(count >= 1) || !Number.isFinite(step)) return [first];
  const rest = Array.from({ length: count }, (_, index) => {
    const at = (index + 1) * step;
    return { at, label: String(Number((at / unit).toFixed(3))) };
  });
  return [first, ...rest];
}

/** The least of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that is not below `least`, and not below 0.001; NaN for no number. */
function roundStep(least: number): number {
  const power = 10 ** Math.max(Math.floor(Math.log10(least)), -3);
  const factor = FACTORS.find((each) => each * power >= least);
  return (factor ?? Number.NaN) * power;
}
