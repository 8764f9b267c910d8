import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { ShownRun } from '../../session/run/index.ts';
import type { AxisPart } from './outline/toBars.ts';
import { findIdle, type Gap, planFolds, TimeScale } from './TimeScale.ts';

/** The axis of a run: its places, the part that is shown, and ways to show another one. */
export interface TimeAxis {
  readonly scale: TimeScale;
  readonly window: TimeWindow;
  /** Where the axis ends. */
  readonly end: number;
  readonly isWhole: boolean;
  /** Whether nothing shorter can be shown. */
  readonly isNearest: boolean;
  /** Whether idle times are drawn short, and whether there is one that can be. */
  readonly isFolded: boolean;
  readonly hasFolds: boolean;
  readonly setFolded: (isFolded: boolean) => void;
  /** Shows a part; all of it where it is as long as the axis. */
  readonly show: (window: TimeWindow) => void;
  /** Nearer (above 1) or farther, around a place; absent: the middle. */
  readonly zoom: (factor: number, around?: number) => void;
}

/**
 * The axis of a run's timeline. Until it is zoomed it shows all of the run, also while that grows.
 * @param length how long the run is so far, in ms
 */
export function useTimeAxis(run: ShownRun, length: number): TimeAxis {
  const [isFolded, setFolded] = useState(true);
  const [shown, setShown] = useState<TimeWindow | null>(null);
  const { gaps, width } = useGaps(run, length);
  // A growing run has the same folds for most of its events: what is drawn by them is not drawn again.
  const key = isFolded ? gaps.map(({ from, to }) => `${from} ${to}`).join() : '';
  const scale = useMemo(() => new TimeScale(readGaps(key), width), [key, width]);
  const end = Math.max(scale.at(length), 1);
  const window = shown === null ? { from: 0, to: end } : fitWindow(shown, end);
  const show = (next: TimeWindow): void => {
    const fit = fitWindow(next, end);
    setShown(fit.to - fit.from >= end ? null : fit);
  };
  return {
    scale,
    window,
    end,
    isWhole: shown === null,
    isNearest: isNearest(window, end),
    isFolded,
    hasFolds: gaps.length > 0,
    setFolded: (next) => {
      setFolded(next);
      setShown(null);
    },
    show,
    zoom: (factor, around = (window.from + window.to) / 2) =>
      show({ from: around - (around - window.from) / factor, to: around + (window.to - around) / factor }),
  };
}

function useGaps(run: ShownRun, length: number) {
  const origin = run.view.startedAt ?? 0;
  const { gaps: closed, since } = findIdle(run);
  const gaps = closed.map(({ from, to }) => ({ from: from - origin, to: to - origin }));
  const open = since === null ? [] : [{ from: since - origin, to: Infinity }];
  const { folded, width } = planFolds([...gaps, ...open], length);
  return { gaps: folded, width };
}

function readGaps(key: string): readonly Gap[] {
  if (key === '') return [];
  return key.split(',').map((gap) => {
    const [from = 0, to = 0] = gap.split(' ').map(Number);
    return { from, to };
  });
}

/** Zooms around the pointer by the wheel with Ctrl or Cmd, and moves along the axis by the wheel with Shift, or sideways. */
export function useWheel(
  chart: RefObject<HTMLElement | null>,
  lane: RefObject<HTMLElement | null>,
  axis: TimeAxis,
): void {
  const current = useRef(axis);
  useEffect(() => {
    current.current = axis;
  });
  useEffect(() => {
    const element = chart.current;
    const turn = (event: WheelEvent): void => {
      const { window, zoom, show, isWhole } = current.current;
      const box = lane.current?.getBoundingClientRect();
      if (box === undefined || box.width === 0) return;
      const size = window.to - window.from;
      const across = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
        zoom(2 ** (-event.deltaY / 200), window.from + share * size);
      } else if (!isWhole && Math.abs(across) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        const by = (across / box.width) * size;
        show({ from: window.from + by, to: window.to + by });
      } else return;
      event.preventDefault();
    };
    // React's own listener cannot keep the page from zooming.
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [chart, lane]);
}

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
