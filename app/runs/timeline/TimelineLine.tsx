import { type CSSProperties, memo, type ReactNode } from 'react';
import { selectActivation } from '../../session/index.ts';
import { ChevronRightIcon } from '../../ui/icons.ts';
import { formatLength, KindIcon, SimulatedMark } from '../../ui/index.ts';
import type { RunSource } from '../parts/toRunSource.ts';
import styles from './Timeline.module.css';
import type { TimelineRow } from './toTimelineRow.ts';

/** Indent of each level, px. */
const INDENT = 20;

/** Height of a row, px. */
export const ROW_HEIGHT = 25;

export interface TimelineLineProps {
  readonly row: TimelineRow;
  readonly source: RunSource;
  readonly isSelected: boolean;
  /** Shows or hides what ran inside. */
  readonly onToggle: (activation: number) => void;
}

/**
 * One activation: its name, its bars and how long it took. It is inside an element whose `--span` is the length of
 * the time axis in ms: while that grows, no line is drawn again for it.
 */
export const TimelineLine = memo(function TimelineLine(props: TimelineLineProps): ReactNode {
  const { row, source, isSelected, onToggle } = props;
  const name = source.nameOf(row.taskId);
  const kind = source.kindOf(row.taskId);
  return (
    <li className={styles.line} style={{ height: ROW_HEIGHT }}>
      {row.childCount > 0 && (
        <button
          type="button"
          className={styles.chevron}
          aria-label={`${name}, steps inside`}
          aria-expanded={row.isOpen}
          style={{ left: 4 + row.depth * INDENT }}
          onClick={() => onToggle(row.activation)}
        >
          <ChevronRightIcon aria-hidden />
        </button>
      )}
      <button
        type="button"
        className={styles.row}
        aria-pressed={isSelected}
        aria-label={describeRow(row, name)}
        onClick={() => selectActivation(row.activation)}
      >
        <span className={styles.label} style={{ paddingLeft: 24 + row.depth * INDENT }}>
          <KindIcon kind={kind} size="plain" />
          <span className={styles.name} title={name}>
            {name}
          </span>
          {row.childCount > 0 && !row.isOpen && <span className={styles.note}>{row.childCount} inside</span>}
          {row.item !== null && <span className={styles.note}>{row.item + 1}</span>}
          {row.retryCount > 0 && <span className={styles.note}>attempt {row.retryCount + 1}</span>}
          {row.isSimulated && <SimulatedMark isDecorative />}
          {row.marks.length > 0 && <span className={styles.marks}>{row.marks.join(' · ')}</span>}
        </span>
        <span className={styles.lane}>
          {row.bars.map((bar) => (
            <span
              key={bar.start}
              className={styles.bar}
              data-tone={bar.tone}
              data-unreal={bar.isUnreal || undefined}
              data-simulated={(row.isSimulated && !bar.isUnreal) || undefined}
              data-kind={kind === 'agent' ? 'model' : undefined}
              style={barStyle(bar.start, bar.end)}
            />
          ))}
        </span>
        <span className={styles.length}>{row.duration === null ? '' : formatLength(row.duration)}</span>
      </button>
    </li>
  );
});

function describeRow(row: TimelineRow, name: string): string {
  const parts = [name, row.status];
  if (row.item !== null) parts.push(`item ${row.item + 1}`);
  if (row.duration !== null) parts.push(formatLength(row.duration));
  if (row.retryCount > 0) parts.push(`attempt ${row.retryCount + 1}`);
  parts.push(...row.marks.map((mark) => mark.toLowerCase()));
  if (row.isSimulated) parts.push('simulated');
  return parts.join(', ');
}

function barStyle(start: number, end: number): CSSProperties {
  return {
    left: `calc(${start} / var(--span) * 100%)`,
    width: `max(3px, calc(${end - start} / var(--span) * 100%))`,
  };
}
