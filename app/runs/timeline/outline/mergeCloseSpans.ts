import type { TimeScale } from '../TimeScale.ts';
import type { Span } from './SpanList.ts';

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
