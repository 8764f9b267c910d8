import type { RunEvent } from '#engine/run';
import { followRun } from '../../session/run/index.ts';
import type { FollowedRun } from '../../session/runSteps/index.ts';

/** A time that is drawn shorter than it was; in ms since the start of the run. */
export interface Fold extends Gap {
  /** Where it begins on the axis. */
  readonly at: number;
}

/**
 * Where times are on the axis of a timeline. Both are in ms; without folds they are the same. Of a fold only the first `width` ms have a
 * place: so what comes later has the same place however long the fold becomes.
 */
export class TimeScale {
  readonly folds: readonly Fold[];
  /** How long each fold is on the axis. */
  readonly width: number;

  /** @param gaps in order, in ms since the start of the run; the last may end with Infinity */
  constructor(gaps: readonly Gap[], width: number) {
    this.width = width;
    let saved = 0;
    this.folds = gaps.map(({ from, to }) => {
      const fold = { from, to, at: from - saved };
      saved += to - from - width;
      return fold;
    });
  }

  /** The place of a time. */
  at(time: number): number {
    const fold = this.#last((each) => each.from <= time);
    if (fold === undefined) return time;
    const into = time - fold.from;
    return fold.at + (time < fold.to ? Math.min(into, this.width) : into - (fold.to - fold.from - this.width));
  }

  /** The time of a place; in a fold, that of its share of it. */
  back(place: number): number {
    const fold = this.#last((each) => each.at <= place);
    if (fold === undefined) return place;
    const into = place - fold.at;
    if (into >= this.width && Number.isFinite(fold.to)) return fold.to + into - this.width;
    return Number.isFinite(fold.to) ? fold.from + (into / this.width) * (fold.to - fold.from) : fold.from + into;
  }

  #last(isBefore: (fold: Fold) => boolean): Fold | undefined {
    let [low, high] = [0, this.folds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const fold = this.folds[middle];
      if (fold !== undefined && isBefore(fold)) low = middle + 1;
      else high = middle;
    }
    return this.folds[low - 1];
  }
}

/** Shorter gaps are drawn as long as they are, in ms. */
const SHORTEST = 2_000;

/** So many gaps are folded at most: the longest. */
const MOST_FOLDS = 500;

/** Which gaps are worth folding: `width` for each of them, 0 where none is. */
export function planFolds(
  gaps: readonly Gap[],
  length: number,
): { readonly folded: readonly Gap[]; readonly width: number } {
  const idle = gaps.reduce((sum, { from, to }) => sum + Math.min(to, length) - from, 0);
  const busy = Math.max(length - idle, 1);
  // A power of two, so that it seldom changes while a run continues.
  const width = 2 ** Math.floor(Math.log2(Math.max(1, busy / Math.max(24, 6 * gaps.length))));
  const folded = pickLongest(
    gaps.filter(({ from, to }) => Math.min(to, length) - from >= Math.max(SHORTEST, 8 * width)),
  );
  const saved = folded.reduce((sum, { from, to }) => sum + Math.min(to, length) - from - width, 0);
  return saved < length / 5 ? { folded: [], width: 0 } : { folded, width };
}

function pickLongest(gaps: readonly Gap[]): readonly Gap[] {
  if (gaps.length <= MOST_FOLDS) return gaps;
  const longest = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MOST_FOLDS);
  return longest.sort((a, b) => a.from - b.from);
}

/** A time in which nothing of a run was at work: it waited, or was paused or interrupted. In ms since the epoch. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** What is kept of the events so far. */
interface Known {
  readonly gaps: Gap[];
  /** Keys of the calls that are under way, by activation. */
  readonly calls: Map<number, Set<string>>;
  /** When the last event came; null before the first. */
  last: number | null;
}

/** Shorter times are no gaps, in ms. */
const SHORTEST_GAP = 1_000;

const known = followRun<Known>(
  () => ({ gaps: [], calls: new Map(), last: null }),
  (before, events) => {
    for (const event of events) note(before, event);
    return before;
  },
);

/** The gaps of a run in order, and since when there may be another: null while a call is under way. The list grows with the run. */
export function findIdle(run: FollowedRun): { readonly gaps: readonly Gap[]; readonly since: number | null } {
  const { gaps, calls, last } = known(run);
  return { gaps, since: calls.size === 0 && run.view.status === 'running' ? last : null };
}

function note(before: Known, event: RunEvent): void {
  const { gaps, calls, last } = before;
  // What was under way at an interruption was not at work during it.
  const from = event.type === 'run.interrupted' ? Math.max(event.since, last ?? 0) : last;
  const isIdle = calls.size === 0 || event.type === 'run.interrupted';
  if (from !== null && isIdle && event.at - from >= SHORTEST_GAP) gaps.push({ from, to: event.at });
  before.last = event.at;
  switch (event.type) {
    case 'effect.requested': {
      const keys = calls.get(event.activation) ?? new Set();
      calls.set(event.activation, keys.add(event.key));
      return;
    }
    case 'effect.completed':
    case 'message.edited':
      calls.get(event.activation)?.delete(event.key);
      if (calls.get(event.activation)?.size === 0) calls.delete(event.activation);
      return;
    case 'task.succeeded':
    case 'task.failed':
    case 'task.cancelled':
    case 'task.retrying':
      calls.delete(event.activation);
      return;
    default:
  }
}
