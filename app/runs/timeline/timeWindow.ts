import type { CSSProperties } from 'react';

/** The part of the axis that is shown, as places on it in ms. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** The shortest part that is shown, in ms. */
const NEAREST = 2;

/** Of an axis that is hardly longer than that, such as one whose wait is folded, a part of this share is. */
const NEAREST_SHARE = 1 / 16;

/** A part as it can be shown of an axis that ends at `end`: on it, and neither longer than it nor too short. */
export function fitWindow({ from, to }: TimeWindow, end: number): TimeWindow {
  const size = Math.min(Math.max(to - from, nearestOf(end)), end);
  const start = Math.min(Math.max(from, 0), end - size);
  return { from: start, to: start + size };
}

/** Whether no shorter part than this one is shown. */
export function isNearest({ from, to }: TimeWindow, end: number): boolean {
  // Places are sums: what is left of a rounding is no room to zoom.
  return to - from <= nearestOf(end) * 1.001;
}

function nearestOf(end: number): number {
  return Math.min(NEAREST, end * NEAREST_SHARE);
}

/** The part of the axis that is shown, for what is placed by {@link placeOf} inside. */
export function windowStyle({ from, to }: TimeWindow): CSSProperties {
  const style = { position: 'relative', '--from': from, '--span': to - from } as const;
  return style;
}

/** Where a place of the axis is, as a length of CSS: while the part that is shown changes, nothing inside is drawn again. */
export function placeOf(place: number): string {
  return `calc((${place} - var(--from)) / var(--span) * 100%)`;
}
