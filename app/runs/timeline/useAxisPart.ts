import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { AxisPart } from './outline/mergeCloseSpans.ts';
import type { TimeAxis } from './useTimeAxis.ts';

/** The part of the axis for which bars are told, as {@link toAxisPart}: the same object as long as it is the same part. */
export function useAxisPart(axis: TimeAxis, track: RefObject<HTMLElement | null>): AxisPart | undefined {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = track.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [track]);
  const { scale } = axis;
  const { from, to, resolution } = toAxisPart(axis, width) ?? { from: 0, to: 0, resolution: 0 };
  return useMemo(() => (resolution === 0 ? undefined : { scale, from, to, resolution }), [scale, from, to, resolution]);
}

/** Bars are drawn at least so wide, in px: of closer ones no one sees that they are two. */
const NARROWEST = 3;

/**
 * The part of an axis for which bars are told as finely as it shows them; undefined while all of it is shown. It reaches beyond what is
 * in view, so that it stays the same while that moves a little or is zoomed a little.
 * @param width of what is in view, in px; 0 before that is known
 */
export function toAxisPart(
  { scale, window, isWhole }: Pick<TimeAxis, 'scale' | 'window' | 'isWhole'>,
  width: number,
): AxisPart | undefined {
  if (isWhole || width === 0) return undefined;
  // Of two windows whose lengths are within a factor of the root of two, the parts are equally long.
  const length = 2 ** (Math.ceil(2 * Math.log2(window.to - window.from)) / 2);
  const step = length / 2;
  const from = Math.floor(window.from / step) * step;
  return { scale, from, to: from + 3 * step, resolution: (NARROWEST * length) / width };
}
