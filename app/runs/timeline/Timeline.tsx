import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { RunView } from '#engine/run';
import { notify, useSession } from '../../session/index.ts';
import { countAt } from '../../session/relatedRuns/index.ts';
import { moveMoment, type ShownRun, showMoment } from '../../session/run/index.ts';
import { formatLength, useNow } from '../../ui/index.ts';
import type { RunSource } from '../parts/toRunSource.ts';
import { listTicks } from './listTicks.ts';
import { Overview } from './Overview.tsx';
import type { TimeSpan } from './outline/toBars.ts';
import { toTimeSpan } from './outline/toTimelineRow.ts';
import { ScrubBar, toInstant } from './ScrubBar.tsx';
import styles from './Timeline.module.css';
import { TimelineRows } from './TimelineRows.tsx';
import type { TimeScale } from './TimeScale.ts';
import { FoldBand, Folds, TimeTools } from './TimeTools.tsx';
import { placeOf, type TimeAxis, useAxisPart, useTimeAxis, useWheel, windowStyle } from './useTimeAxis.ts';

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

/** How many events PageUp and PageDown go. */
const FAR = 20;

interface PlayheadProps {
  readonly run: ShownRun;
  readonly axis: TimeAxis;
  /** The element of the axis. */
  readonly track: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/**
 * The time axis as a slider: pressed or dragged it shows the run as it was then; arrow keys go event by event, Home and
 * End to the ends, Escape back to now. Plus, minus and 0 zoom, Alt with arrows moves along the axis.
 */
function Playhead({ run, axis, track, children }: PlayheadProps): ReactNode {
  const { moment, events, view } = run;
  const origin = view.startedAt ?? 0;
  const { scale, window, end } = axis;
  const at = moment === null ? null : Math.max(moment.at - origin, 0);
  const place = at === null ? end : scale.at(at);

  function seek(event: PointerEvent<HTMLElement>): void {
    const box = track.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    const moved = origin + scale.back(window.from + share * (window.to - window.from));
    showMoment(Math.max(1, countAt(events, moved)));
  }

  return (
    <div
      ref={track}
      className={styles.axis}
      role="slider"
      tabIndex={0}
      aria-label="Instant of the run"
      aria-valuemin={1}
      aria-valuemax={Math.max(1, events.length)}
      aria-valuenow={moment?.count ?? Math.max(1, events.length)}
      aria-valuetext={at === null ? 'Now' : `${formatLength(at)}, event ${moment?.count} of ${events.length}`}
      onKeyDown={(event) => handleKey(event, axis, place)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event);
      }}
    >
      {children}
      <span
        className={styles.playhead}
        data-now={at === null || undefined}
        style={{ left: placeOf(place) }}
        hidden={place < window.from || place > window.to}
      />
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -FAR,
  PageUp: FAR,
};

/** For who zooms where nothing nearer can be shown. */
const NEAREST = 'The timeline cannot be zoomed in any further.';

function handleKey(event: KeyboardEvent, { zoom, show, window, end, isNearest }: TimeAxis, place: number): void {
  const size = window.to - window.from;
  const way = event.key === 'ArrowLeft' ? -0.25 : event.key === 'ArrowRight' ? 0.25 : 0;
  const step = STEPS[event.key];
  if (event.altKey && way !== 0) show({ from: window.from + way * size, to: window.to + way * size });
  else if ((event.key === '+' || event.key === '=') && isNearest) notify({ kind: 'info', message: NEAREST });
  else if (event.key === '+' || event.key === '=') zoom(2, place);
  else if (event.key === '-') zoom(0.5, place);
  else if (event.key === '0') show({ from: 0, to: end });
  else if (step !== undefined) moveMoment(step);
  else if (event.key === 'Home') showMoment(1);
  else if (event.key === 'End' || event.key === 'Escape') showMoment(null);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
