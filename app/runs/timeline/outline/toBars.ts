import type { ActivationView, IdleSpan } from '#engine/run';
import { formatLength } from '../../../ui/index.ts';
import type { TimeScale } from '../TimeScale.ts';

/**
 * What a segment of a bar shows: an attempt that runs, went well, failed or was cancelled; a pause before a retry; and over these a turn of
 * an agent's model, a call of its tools, or no work.
 */
export type BarTone = 'running' | 'success' | 'error' | 'cancelled' | 'waiting' | 'model' | 'tool' | 'idle';

/** A stretch of time in a row, in ms since the start of the run; `end` is at least `start`. */
export interface TimelineBar {
  readonly tone: BarTone;
  readonly start: number;
  readonly end: number;
  /** Whether another answer took the place of the task's own. A pause before a retry is real time either way. */
  readonly isUnreal: boolean;
  /** Of a turn or a call of a tool: what it was and how long it took, and whether it failed. */
  readonly call?: { readonly title: string; readonly hasFailed: boolean };
}

/** The time that a timeline covers, in ms since the epoch: to the end of the run, or to now while it runs. */
export interface TimeSpan {
  readonly origin: number;
  readonly end: number;
  /** When the run was paused or interrupted. */
  readonly idle: readonly IdleSpan[];
  /** The part of the axis for which the bars of many rounds are told; absent: all of it. */
  readonly part?: AxisPart;
}

/** The latest calls of a step that are drawn. */
const MOST_CALLS = 200;

/**
 * The turns of an agent and the calls of its tools, over the bar of its attempt: where its time went. None for a step that has made
 * one call only, which is the attempt itself, or that has asked no model.
 */
export function toCallBars(view: ActivationView, { origin, end }: Pick<TimeSpan, 'origin' | 'end'>): TimelineBar[] {
  if (!hasTurns(view)) return [];
  const { effects } = view;
  let turns = countModels(effects.slice(0, -MOST_CALLS));
  return effects.slice(-MOST_CALLS).map(({ kind, name, error, startedAt, endedAt }) => {
    if (kind === 'model') turns += 1;
    const stop = endedAt ?? view.endedAt ?? end;
    const length = endedAt === null ? 'not answered' : formatLength(stop - startedAt);
    return {
      tone: kind === 'model' ? 'model' : 'tool',
      start: startedAt - origin,
      end: Math.max(stop, startedAt) - origin,
      isUnreal: false,
      call: { title: `${kind === 'model' ? `Turn ${turns}` : name}, ${length}`, hasFailed: error !== null },
    };
  });
}

/** How often an agent asked its model and its tools, in words; null where there is no more to tell than the attempt. */
export function describeCalls(view: ActivationView): string | null {
  if (!hasTurns(view)) return null;
  const turns = countModels(view.effects);
  const others = view.effects.length - turns;
  return others === 0 ? count(turns, 'turn') : `${count(turns, 'turn')}, ${count(others, 'tool call')}`;
}

/** What was reused was called in another run. */
function hasTurns({ pinned, effects }: ActivationView): boolean {
  return pinned !== 'reused' && effects.length > 1 && effects.some(({ kind }) => kind === 'model');
}

function countModels(effects: ActivationView['effects']): number {
  return effects.filter(({ kind }) => kind === 'model').length;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

/** A part of the axis that is shown, as places on it. */
export interface AxisPart {
  readonly scale: TimeScale;
  readonly from: number;
  readonly to: number;
  /** How far apart bars are drawn as two. */
  readonly resolution: number;
}

/**
 * The spans that touch a part of the axis, in order; those that are closer to each other there than its resolution are one. However many
 * there are, it is a pass over them, and no more come out than the part has room for.
 * @param times from and to of each in turn, in ms since the epoch, in any order
 * @param origin when the axis begins
 */
export function mergeCloseSpans(times: readonly number[], origin: number, part: AxisPart): readonly Span[] {
  const { scale, from, to, resolution } = part;
  const [earliest, latest] = [origin + scale.back(from), origin + scale.back(to)];
  // By cell of the part the union of the spans that begin in it; in the first one also of those that began before.
  const cells = Math.floor((to - from) / resolution) + 1;
  const starts = new Float64Array(cells).fill(Number.POSITIVE_INFINITY);
  const ends = new Float64Array(cells).fill(Number.NEGATIVE_INFINITY);
  for (let at = 0; at < times.length; at += 2) {
    const [start, end] = [times[at] ?? 0, times[at + 1] ?? 0];
    if (end < earliest || start > latest) continue;
    const cell = Math.min(Math.max(Math.floor((scale.at(start - origin) - from) / resolution), 0), cells - 1);
    if (start < (starts[cell] ?? 0)) starts[cell] = start;
    if (end > (ends[cell] ?? 0)) ends[cell] = end;
  }
  return joinCells(starts, ends, (before, after) => {
    return scale.at(after - origin) - scale.at(before - origin) < resolution;
  });
}

/** The spans of cells in order, joined where the gap between two is narrow. */
function joinCells(
  starts: Float64Array,
  ends: Float64Array,
  isNarrow: (before: number, after: number) => boolean,
): readonly Span[] {
  const spans: Span[] = [];
  let open: Span | null = null;
  for (const [cell, start] of starts.entries()) {
    if (start === Number.POSITIVE_INFINITY) continue;
    const end = ends[cell] ?? start;
    if (open !== null && isNarrow(open.to, start)) {
      open = { from: open.from, to: Math.max(open.to, end) };
    } else {
      if (open !== null) spans.push(open);
      open = { from: start, to: end };
    }
  }
  return open === null ? spans : [...spans, open];
}

/** A stretch of time; `to` is not before `from`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** After so many spans more than this many, those with the narrowest gaps become one. */
const FEWEST = 64;

/**
 * The union of any number of spans, as at most 128 of them in order: where there are more, the narrowest gaps are closed. So a
 * long idle time stays one, however much happened before and after it. Adding costs little where spans come about in order.
 */
export class SpanList {
  readonly #spans: Span[] = [];

  /** Adds a span; one with a time that is no number is omitted. */
  add(from: number, to: number): void {
    if (!Number.isFinite(from) || !Number.isFinite(to)) return;
    let start = from;
    let end = Math.max(from, to);
    let last = this.#spans.length;
    while (last > 0 && (this.#spans[last - 1]?.from ?? 0) > end) last -= 1;
    let first = last;
    while (first > 0 && (this.#spans[first - 1]?.to ?? 0) >= start) {
      first -= 1;
      start = Math.min(start, this.#spans[first]?.from ?? start);
      end = Math.max(end, this.#spans[first]?.to ?? end);
    }
    this.#spans.splice(first, last - first, { from: start, to: end });
    if (this.#spans.length > 2 * FEWEST) this.#closeGaps();
  }

  /** The spans as they are now. */
  list(): readonly Span[] {
    return [...this.#spans];
  }

  #closeGaps(): void {
    const spans = this.#spans.splice(0);
    const gaps = Float64Array.from(
      spans,
      ({ from }, index) => from - (spans[index - 1]?.to ?? Number.NEGATIVE_INFINITY),
    );
    const widest = gaps.toSorted()[spans.length - FEWEST - 1] ?? 0;
    let joined = spans.length - FEWEST;
    for (const [index, span] of spans.entries()) {
      const before = this.#spans.at(-1);
      const isJoined = before !== undefined && joined > 0 && (gaps[index] ?? 0) <= widest;
      if (isJoined) joined -= 1;
      if (isJoined) this.#spans.splice(-1, 1, { from: before.from, to: span.to });
      else this.#spans.push(span);
    }
  }
}
