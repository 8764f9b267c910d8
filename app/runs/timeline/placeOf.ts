import type { CSSProperties } from 'react';
import type { TimeWindow } from './timeWindow.ts';

/** The part of the axis that is shown, for what is placed by {@link placeOf} inside. */
export function windowStyle({ from, to }: TimeWindow): CSSProperties {
  const style = { position: 'relative', '--from': from, '--span': to - from } as const;
  return style;
}

/** Where a place of the axis is, as a length of CSS: while the part that is shown changes, nothing inside is drawn again. */
export function placeOf(place: number): string {
  return `calc((${place} - var(--from)) / var(--span) * 100%)`;
}
