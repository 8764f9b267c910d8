import { formatLength } from '../../ui/index.ts';
import { toTicks } from './toTicks.ts';
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
