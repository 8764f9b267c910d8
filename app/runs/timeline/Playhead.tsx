import type { KeyboardEvent, PointerEvent, ReactNode, RefObject } from 'react';
import { notify } from '../../session/index.ts';
import { countAt } from '../../session/relatedRuns/index.ts';
import { moveMoment, type ShownRun, showMoment } from '../../session/run/index.ts';
import { formatLength } from '../../ui/index.ts';
import { placeOf } from './placeOf.ts';
import styles from './Timeline.module.css';
import type { TimeAxis } from './useTimeAxis.ts';

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
export function Playhead({ run, axis, track, children }: PlayheadProps): ReactNode {
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
