import { formatLength } from '../../ui/index.ts';
import type { TimeAxis } from './useTimeAxis.ts';

/** A mark on the axis: its place, and the time there. */
export interface PlacedTick {
  readonly place: number;
  readonly label: string;
}

/** Room that a label takes, as a share of the room for each: one that begins nearer to the end would lie under its marker, and be cut off. */
const LABEL = 0.36;

/**
 * Marks for the part of the axis that is shown, at most about `most`. On a whole axis without folds they are those of `toTicks`; else each
 * has its unit, and what folds omit has none.
 */
export function listTicks(
  { scale, window: { from, to }, isWhole, end }: Pick<TimeAxis, 'scale' | 'window' | 'isWhole' | 'end'>,
  most: number,
): readonly PlacedTick[] {
  const last = to - ((to - from) * LABEL) / most;
  if (isWhole && scale.folds.length === 0)
    return toTicks(end, most).flatMap(({ at, label }) => (at > 0 && at > last ? [] : [{ place: at, label }]));
  const step = stepOf((to - from) / most);
  const first = Math.ceil(from / step);
  const ticks: PlacedTick[] = [];
  for (let index = first; index * step <= last && ticks.length <= most; index += 1) {
    const place = index * step;
    const isInFold = scale.folds.some(({ at }) => place > at && place < at + scale.width);
    if (!isInFold) ticks.push({ place, label: formatTime(scale.back(place), step) });
  }
  return ticks;
}

/** A round number that is not below `least`. */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 0.001)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}

/** As exact as steps of that many ms need. */
function formatTime(ms: number, step: number): string {
  if (ms < 1000) return `${Number(ms.toFixed(step < 1 ? 2 : 0))} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(step < 10 ? 3 : step < 1000 ? 2 : 0)} s`;
  if (step >= 1000) return formatLength(ms);
  const minutes = Math.floor(ms / 60_000);
  return `${minutes} min ${((ms - minutes * 60_000) / 1000).toFixed(step < 10 ? 3 : 2)} s`;
}

/** A mark on the time axis: where, in ms since the start of the run, and its label. */
interface Tick {
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
