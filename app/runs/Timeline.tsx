import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react';
import type { RunView } from '#engine';
import { selectActivation, useSession } from '../session/index.ts';
import { KindIcon, useWindow } from '../ui/index.ts';
import { formatLength } from './formatMoment.ts';
import styles from './Timeline.module.css';
import { toTicks } from './toTicks.ts';
import { type TimelineRow, toTimeline } from './toTimeline.ts';
import { useNow } from './useNow.ts';
import type { RunSource } from './useRunSource.ts';

const ROW_HEIGHT = 25;
const TICKS = 6;

/** A run over time: a row per activation, nested by container, with a bar per attempt. Choosing a row shows the step. */
export function Timeline({ view, source }: { readonly view: RunView; readonly source: RunSource }): ReactNode {
  const now = useNow(view.status === 'running');
  const { rows, span } = useMemo(() => toTimeline(view, now), [view, now]);
  const selected = useSession((state) => state.run?.selectedActivation ?? null);
  const scroller = useRef<HTMLDivElement>(null);
  const [first, last] = useWindow(scroller, rows.length, ROW_HEIGHT);
  if (rows.length === 0) return <p className={styles.empty}>Nothing has started yet.</p>;
  return (
    <div className={styles.timeline}>
      <div className={styles.axis} aria-hidden>
        {toTicks(span, TICKS).map(({ at, label }) => (
          <span key={at} className={styles.tick} style={{ left: `${(at / span) * 100}%` }}>
            {label}
          </span>
        ))}
      </div>
      <div ref={scroller} className={styles.rows}>
        <ol style={{ height: rows.length * ROW_HEIGHT, paddingTop: first * ROW_HEIGHT }} aria-label="Steps of the run">
          {rows.slice(first, last).map((row) => (
            <TimelineLine
              key={row.activation}
              row={row}
              span={span}
              source={source}
              isSelected={row.activation === selected}
            />
          ))}
        </ol>
      </div>
    </div>
  );
}

interface LineProps {
  readonly row: TimelineRow;
  readonly span: number;
  readonly source: RunSource;
  readonly isSelected: boolean;
}

function TimelineLine({ row, span, source, isSelected }: LineProps): ReactNode {
  const name = source.nameOf(row.taskId);
  const length = row.duration === null ? '' : formatLength(row.duration);
  return (
    <li style={{ height: ROW_HEIGHT }}>
      <button
        type="button"
        className={styles.row}
        aria-pressed={isSelected}
        aria-label={`${name}, ${row.status}${length === '' ? '' : `, ${length}`}`}
        onClick={() => selectActivation(row.activation)}
      >
        <span className={styles.label} style={{ paddingLeft: 12 + row.depth * 20 }}>
          <KindIcon kind={source.kindOf(row.taskId)} size="plain" />
          <span className={styles.name}>{name}</span>
          {row.retryCount > 0 && <span className={styles.note}>attempt {row.retryCount + 1}</span>}
          {row.simulated && <span className={styles.note}>simulated</span>}
        </span>
        <span className={styles.lane}>
          {row.bars.map((bar) => (
            <span
              key={bar.start}
              className={styles.bar}
              data-tone={bar.tone}
              style={barStyle(bar.start, bar.end, span)}
            />
          ))}
        </span>
        <span className={styles.length}>{length}</span>
      </button>
    </li>
  );
}

function barStyle(start: number, end: number, span: number): CSSProperties {
  return { left: `${(start / span) * 100}%`, width: `max(3px, ${((end - start) / span) * 100}%)` };
}
