import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { AxisPart } from './outline/tellApart.ts';
import { toAxisPart } from './toAxisPart.ts';
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
