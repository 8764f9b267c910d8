/**
 * Why something has no bound: no timeout ends it; a setting that would is a template; a loop has no `limits`; the number of items is
 * not in the text; a handler leads back to its own task; a memory that it asks has none; a run that it starts is of a file that its text
 * does not name, that is not at hand, or that leads back to itself, or is started by a model. Of a cost: a model without `max_tokens`, or
 * without a known price.
 */
export type GapReason =
  | 'timeout'
  | 'template'
  | 'loop'
  | 'items'
  | 'recursion'
  | 'workflow'
  | 'unnamed'
  | 'missing'
  | 'circle'
  | 'memory'
  | 'max_tokens'
  | 'price';

/** What keeps a bound from being there, and the task it is of. */
export interface Gap {
  readonly taskId: string;
  readonly why: GapReason;
  /** The file of the task; absent where that is the run's own. */
  readonly file?: string;
  /** The file that it runs, where that is why. */
  readonly runs?: string;
}

/** The most that something can come to: an amount, or without one what is missing for it, a few of it at most. */
export interface Bound {
  /** Infinity where there are gaps. */
  readonly most: number;
  readonly gaps: readonly Gap[];
}

/** What a part of a run takes at most, and what its models answer at most. */
export interface Taken {
  /** In ms. */
  readonly time: Bound;
  /** As `time`, where every server that is tried again asks to be tried as late as it may. */
  readonly asked: Bound;
  /** In US dollars. */
  readonly cost: Bound;
}

/** More gaps than these are not listed: one is enough to be without a bound. */
const MOST_GAPS = 5;

const NOTHING_AT_ALL: Bound = { most: 0, gaps: [] };

/** What takes no time and costs nothing. */
export const NOTHING: Taken = { time: NOTHING_AT_ALL, asked: NOTHING_AT_ALL, cost: NOTHING_AT_ALL };

/** An amount. */
export function amount(most: number): Bound {
  return { most, gaps: [] };
}

/** No bound, for this reason. */
export function unbounded(taskId: string, why: GapReason): Bound {
  return { most: Number.POSITIVE_INFINITY, gaps: [{ taskId, why }] };
}

/** What takes so many ms, and costs nothing. */
export function lasts(time: Bound): Taken {
  return { ...NOTHING, time, asked: time };
}

/** One after the other. */
export function inTurn(...parts: readonly Taken[]): Taken {
  return {
    time: sum(parts.map(({ time }) => time)),
    asked: sum(parts.map(({ asked }) => asked)),
    cost: sum(parts.map(({ cost }) => cost)),
  };
}

/** Side by side: the longest of their times, and all of their costs. */
export function atOnce(parts: readonly Taken[]): Taken {
  return {
    time: longest(parts.map(({ time }) => time)),
    asked: longest(parts.map(({ asked }) => asked)),
    cost: sum(parts.map(({ cost }) => cost)),
  };
}

/** The same so many times, one after the other. */
export function repeated({ time, asked, cost }: Taken, count: number): Taken {
  return { time: scaled(time, count), asked: scaled(asked, count), cost: scaled(cost, count) };
}

/** What is ended after so many ms, and costs what it costs. */
export function endedAfter({ time, asked, cost }: Taken, limit: number): Taken {
  return { time: capped(time, limit), asked: capped(asked, limit), cost };
}

/** Where both bound the same: the smaller of each. */
export function smaller(one: Taken, other: Taken): Taken {
  return {
    time: lower(one.time, other.time),
    asked: lower(one.asked, other.asked),
    cost: lower(one.cost, other.cost),
  };
}

function lower(one: Bound, other: Bound): Bound {
  return one.most <= other.most ? one : other;
}

/** The larger, or what is missing for either. */
export function longest(bounds: readonly Bound[]): Bound {
  return { most: bounds.reduce((most, bound) => Math.max(most, bound.most), 0), gaps: gapsOf(bounds) };
}

/** All of them, one after the other. */
export function sum(bounds: readonly Bound[]): Bound {
  return { most: bounds.reduce((most, bound) => most + bound.most, 0), gaps: gapsOf(bounds) };
}

/** So many times as much. What costs nothing still does, however often. */
export function scaled(bound: Bound, count: number): Bound {
  return bound.most === 0 || count === 0 ? NOTHING_AT_ALL : { ...bound, most: bound.most * count };
}

function capped(bound: Bound, limit: number): Bound {
  return bound.most <= limit ? bound : amount(limit);
}

function gapsOf(bounds: readonly Bound[]): readonly Gap[] {
  const gaps: Gap[] = [];
  for (const bound of bounds) {
    for (const gap of bound.gaps) {
      if (gaps.length === MOST_GAPS) return gaps;
      if (!gaps.some(({ taskId, why, file }) => taskId === gap.taskId && why === gap.why && file === gap.file))
        gaps.push(gap);
    }
  }
  return gaps;
}
