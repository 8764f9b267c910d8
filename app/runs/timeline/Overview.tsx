import { type CSSProperties, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import type { ShownRun } from '../../session/run/index.ts';
import { failedSteps } from '../../session/runSteps/index.ts';
import styles from './Overview.module.css';
import type { TimeAxis, TimeWindow } from './useTimeAxis.ts';

/** How many failures are marked: the latest ones. */
const MOST_MARKS = 100;

/** Up to this many px a press is no drag. */
const STILL = 4;

/**
 * All of a run in a strip: where it was idle, where something failed, and the part that the timeline shows. A drag chooses that part, a
 * drag of the part moves it, a double click shows all again. The buttons below the timeline and the keys of its axis do the same.
 */
export function Overview({ run, axis }: { readonly run: ShownRun; readonly axis: TimeAxis }): ReactNode {
  const { scale, window, end, isWhole } = axis;
  const [brush, setBrush] = useState<TimeWindow | null>(null);
  const pressed = useRef<{ readonly x: number; readonly place: number; readonly moves: TimeWindow | null } | null>(
    null,
  );
  const strip = useRef<HTMLDivElement>(null);
  const { startedAt, activations } = run.view;
  const failed = failedSteps(run)
    .slice(-MOST_MARKS)
    .flatMap((id) => activations.get(id)?.endedAt ?? []);

  const placeAt = (event: PointerEvent): number => {
    const box = strip.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return 0;
    return Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1) * end;
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const place = placeAt(event);
    const isOnPart = !isWhole && place >= window.from && place <= window.to;
    pressed.current = { x: event.clientX, place, moves: isOnPart ? window : null };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const start = pressed.current;
    if (start === null || (brush === null && Math.abs(event.clientX - start.x) < STILL)) return;
    const by = placeAt(event) - start.place;
    if (start.moves !== null) axis.show({ from: start.moves.from + by, to: start.moves.to + by });
    else setBrush(by > 0 ? { from: start.place, to: start.place + by } : { from: start.place + by, to: start.place });
  };
  const onPointerUp = (): void => {
    pressed.current = null;
    if (brush !== null) axis.show(brush);
    setBrush(null);
  };
  const part = brush ?? (isWhole ? null : window);
  return (
    <div
      ref={strip}
      className={styles.strip}
      title="Drag to show a part of the run, double-click for all of it"
      aria-hidden
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={() => axis.show({ from: 0, to: end })}
    >
      {scale.folds.slice(-MOST_MARKS).map(({ at, from }) => (
        <span key={from} className={styles.fold} style={placeStyle(at, scale.width, end)} />
      ))}
      {failed.map((at, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- several may fail at once
        <span key={index} className={styles.failed} style={placeStyle(scale.at(at - (startedAt ?? 0)), 0, end)} />
      ))}
      {part !== null && <span className={styles.part} style={placeStyle(part.from, part.to - part.from, end)} />}
    </div>
  );
}

function placeStyle(from: number, length: number, end: number): CSSProperties {
  return { left: `${(from / end) * 100}%`, width: `${(length / end) * 100}%` };
}
