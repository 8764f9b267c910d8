import type { ReactNode } from 'react';
import { type ShownRun, viewOf } from '../../session/run/index.ts';
import { FoldHorizontalIcon, MaximizeIcon, ScanSearchIcon, ZoomInIcon, ZoomOutIcon } from '../../ui/icons.ts';
import { formatLength, IconButton } from '../../ui/index.ts';
import styles from './TimeTools.module.css';
import { placeOf, type TimeAxis } from './useTimeAxis.ts';

/** How many folds are marked: the first ones in view. */
const MOST_FOLDS = 40;

/** How near the end of the axis a fold is its last thing, as a share of the axis. */
const EDGE = 0.02;

/** Room that is left around a step that is zoomed to, as a share of its length. */
const AROUND = 0.1;

/** Ways to show another part of the axis, next to it: above the labels of the rows. */
export function TimeTools({ run, axis }: { readonly run: ShownRun; readonly axis: TimeAxis }): ReactNode {
  const { zoom, show, isWhole, isNearest, isFolded, hasFolds, setFolded, end } = axis;
  const selected = run.selectedActivation === null ? undefined : viewOf(run).activations.get(run.selectedActivation);
  const startedAt = selected?.startedAt ?? null;
  const zoomToStep = (): void => {
    if (startedAt === null) return;
    const origin = run.view.startedAt ?? 0;
    const from = axis.scale.at(startedAt - origin);
    const to = selected?.endedAt == null ? end : axis.scale.at(selected.endedAt - origin);
    const around = Math.max((to - from) * AROUND, 1);
    show({ from: from - around, to: to + around });
  };
  return (
    <div className={styles.tools} role="group" aria-label="Time axis">
      <IconButton
        size="small"
        label={isNearest ? 'The timeline cannot be zoomed in any further' : 'Zoom in on the time'}
        icon={<ZoomInIcon />}
        disabled={isNearest}
        onClick={() => zoom(2)}
      />
      <IconButton
        size="small"
        label="Zoom out of the time"
        icon={<ZoomOutIcon />}
        disabled={isWhole}
        onClick={() => zoom(0.5)}
      />
      <IconButton
        size="small"
        label="Zoom to the step"
        icon={<ScanSearchIcon />}
        disabled={startedAt === null}
        onClick={zoomToStep}
      />
      <IconButton
        size="small"
        label="Show all of the time"
        icon={<MaximizeIcon />}
        disabled={isWhole}
        onClick={() => show({ from: 0, to: end })}
      />
      <IconButton
        size="small"
        label={isFolded ? 'Draw idle times as long as they were' : 'Fold idle times'}
        icon={<FoldHorizontalIcon />}
        isActive={isFolded && hasFolds}
        disabled={!hasFolds}
        onClick={() => setFolded(!isFolded)}
      />
    </div>
  );
}

/** The room above the rows in which the labels of folded times are; nothing where none is folded. */
export function FoldBand({ axis }: { readonly axis: TimeAxis }): ReactNode {
  return axis.scale.folds.length === 0 ? null : <div className={styles.band} />;
}

/** Where the axis leaves idle times out, and how long they were. */
export function Folds({ axis }: { readonly axis: TimeAxis }): ReactNode {
  const { scale, window } = axis;
  const shown = scale.folds.filter(({ at }) => at + scale.width >= window.from && at <= window.to).slice(0, MOST_FOLDS);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.folds} aria-label="Idle times that are folded">
      {shown.map(({ at, from, to }) => (
        <li
          key={from}
          // There, what is written in its middle would be cut off.
          data-last={at + scale.width >= window.to - EDGE * (window.to - window.from) || undefined}
          style={{ left: placeOf(at), width: `calc(${scale.width} / var(--span) * 100%)` }}
        >
          <span>{Number.isFinite(to) ? formatIdle(to - from) : 'Waiting'}</span>
        </li>
      ))}
    </ul>
  );
}

const HOUR = 3_600_000;

/** A length of time that may be days: `12 s`, `45 min`, `6 h`, `7 d`. */
function formatIdle(ms: number): string {
  if (ms < 2 * HOUR) return formatLength(ms < 600_000 ? ms : Math.round(ms / 60_000) * 60_000);
  return ms < 48 * HOUR ? `${Math.round(ms / HOUR)} h` : `${Math.round(ms / (24 * HOUR))} d`;
}
