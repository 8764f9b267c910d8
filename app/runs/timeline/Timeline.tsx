import { type ReactNode, useEffect, useRef } from 'react';
import type { RunView } from '#engine/run';
import { useSession } from '../../session/index.ts';
import type { ShownRun } from '../../session/run/index.ts';
import { formatLength, useNow } from '../../ui/index.ts';
import type { RunSource } from '../parts/toRunSource.ts';
import { listTicks } from './listTicks.ts';
import { Overview } from './Overview.tsx';
import type { TimeSpan } from './outline/toCallBars.ts';
import { toTimeSpan } from './outline/toTimelineRow.ts';
import { Playhead } from './Playhead.tsx';
import { placeOf, windowStyle } from './placeOf.ts';
import { ScrubBar, toInstant } from './ScrubBar.tsx';
import styles from './Timeline.module.css';
import { TimelineRows } from './TimelineRows.tsx';
import type { TimeScale } from './TimeScale.ts';
import { FoldBand, Folds, TimeTools } from './TimeTools.tsx';
import { useAxisPart } from './useAxisPart.ts';
import { type TimeAxis, useTimeAxis, useWheel } from './useTimeAxis.ts';

/** About how many marks the axis has: on a window as narrow as a phone, and on others. */
const TICKS = { narrow: 3, wide: 6 };

/**
 * A run over time: a row per activation, nested by container, with a bar per attempt. Choosing a row shows the step and
 * selects its card; a card chosen on the canvas brings its row into view. Arrow keys walk along the rows, unfold and fold them. A step that has
 * started a run of another workflow unfolds into the steps of that run; many rounds of a task are one row, which leads to the first that failed
 * or else the last, and unfolds into each.
 */
export function Timeline({ run, source }: { readonly run: ShownRun; readonly source: RunSource }): ReactNode {
  const { view } = run;
  const isTicking = view.status === 'running' && run.moment === null && view.paused?.next == null;
  const now = useNow(isTicking) + (view.passed ?? 0);
  const frame = toTimeSpan(view, now);
  const axis = useTimeAxis(run, frame.end - frame.origin);
  const { scale } = axis;
  const chart = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  useWheel(chart, track, axis);
  const part = useAxisPart(axis, track);
  useMomentInView(run, axis);
  return (
    <div className={styles.timeline}>
      <div ref={chart} className={styles.chart} style={windowStyle(axis.window)}>
        <TimeTools run={run} axis={axis} />
        <Overview run={run} axis={axis} />
        <Playhead run={run} axis={axis} track={track}>
          <Ticks axis={axis} />
        </Playhead>
        <FoldBand axis={axis} />
        <TimelineRows run={run} source={source} scale={scale} frame={part === undefined ? frame : { ...frame, part }} />
        <Folds axis={axis} />
        <Interruptions idle={view.idle} frame={frame} scale={scale} />
        <Head
          at={scale.at(run.moment === null ? frame.end - frame.origin : run.moment.at - frame.origin)}
          isNow={run.moment === null}
        />
      </div>
      <ScrubBar {...toInstant(run, source)} />
    </div>
  );
}

/** Marks of the axis with their times. */
function Ticks({ axis }: { readonly axis: TimeAxis }): ReactNode {
  const most = useSession(({ view }) => (view.isNarrow ? TICKS.narrow : TICKS.wide));
  return listTicks(axis, most).map(({ place, label }) => (
    <span key={place} className={styles.tick} style={{ left: placeOf(place) }} aria-hidden>
      {label}
    </span>
  ));
}

/** Keeps the instant that is looked at in the part of the axis that is shown. */
function useMomentInView({ moment, view }: ShownRun, axis: TimeAxis): void {
  const at = moment === null ? null : moment.at - (view.startedAt ?? 0);
  const current = useRef(axis);
  useEffect(() => {
    current.current = axis;
  });
  useEffect(() => {
    const { scale, window, show } = current.current;
    if (at === null) return;
    const place = scale.at(at);
    const half = (window.to - window.from) / 2;
    if (place < window.from || place > window.to) show({ from: place - half, to: place + half });
  }, [at]);
}

/** How many interruptions are drawn: the latest ones. */
const MOST_INTERRUPTIONS = 20;

/** A line where the run was interrupted, with how long. */
function Interruptions({ idle, frame, scale }: InterruptionsProps): ReactNode {
  const shown = idle.filter(({ reason }) => reason === 'interrupted').slice(-MOST_INTERRUPTIONS);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.breaks} aria-label="Interruptions of the run">
      {shown.map(({ from, to }) => (
        <li key={from} style={{ left: placeOf(scale.at(Math.max(0, from - frame.origin))) }}>
          <span>Interrupted for {formatLength((to ?? frame.end) - from)}</span>
        </li>
      ))}
    </ul>
  );
}

interface InterruptionsProps {
  readonly idle: RunView['idle'];
  readonly frame: TimeSpan;
  readonly scale: TimeScale;
}

/** A line through all rows at the instant that is shown; what had not yet happened then is shaded. */
function Head({ at, isNow }: { readonly at: number; readonly isNow: boolean }): ReactNode {
  return (
    <span className={styles.shade} data-now={isNow || undefined} aria-hidden>
      <span style={{ left: placeOf(at) }} />
    </span>
  );
}
