import type { ShownRun } from '../../session/run/index.ts';

/** The instant of a time: after the last event that had happened by then. `at` in ms since the epoch. */
export function countAt(events: ShownRun['events'], at: number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events.at(middle)?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}
