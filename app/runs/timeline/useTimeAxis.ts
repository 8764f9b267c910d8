import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { ShownRun } from '../../session/run/index.ts';
import { findIdle, type Gap } from './findIdle.ts';
import { planFolds, TimeScale } from './TimeScale.ts';
import { fitWindow, isNearest, type TimeWindow } from './timeWindow.ts';

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
