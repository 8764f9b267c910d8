import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { moveMoment, type ShownRun, showMoment } from '../../session/run/index.ts';
import { formatLength } from '../../ui/index.ts';
import { countAt } from './countAt.ts';
import styles from './Timeline.module.css';

/** How many events PageUp and PageDown go. */
const FAR = 20;

interface PlayheadProps {
  readonly run: ShownRun;
  /** Length of the time axis in ms. */
  readonly span: number;
  readonly children: ReactNode;
}

/**
 * The time axis as a slider: pressed or dragged it shows the run as it was then; arrow keys go event by event, Home and
 * End to the ends, Escape back to now.
 */
export function Playhead({ run, span, children }: PlayheadProps): ReactNode {
  const track = useRef<HTMLDivElement>(null);
  const { moment, events, view } = run;
  const origin = view.startedAt ?? 0;
  const at = moment === null ? null : Math.min(Math.max(moment.at - origin, 0), span);

  function seek(event: PointerEvent<HTMLElement>): void {
    const box = track.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    showMoment(countAt(events, origin + share * span));
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
      onKeyDown={handleKey}
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
        style={{ left: `${((at ?? span) / span) * 100}%` }}
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

function handleKey(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  if (step !== undefined) moveMoment(step);
  else if (event.key === 'Home') showMoment(1);
  else if (event.key === 'End' || event.key === 'Escape') showMoment(null);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
