import { type CSSProperties, memo, type ReactNode } from 'react';
import { ChevronRightIcon } from '../../ui/icons.ts';
import { formatLength, KindIcon } from '../../ui/index.ts';
import type { RunSource } from '../parts/toRunSource.ts';
import type { RunHead } from './FamilyOutline.ts';
import { placeOf } from './placeOf.ts';
import styles from './Timeline.module.css';
import type { TimeScale } from './TimeScale.ts';
import type { TimelineRow } from './toTimelineRow.ts';

/** Indent of each level, px. */
const INDENT = 20;

/** Levels that are indented: names of those further inside would have no place. */
const DEEPEST = 9;

/** Height of a row, px. */
export const ROW_HEIGHT = 25;

export interface TimelineLineProps {
  /** The run that it is a row of. */
  readonly runId: string;
  readonly row: TimelineRow;
  readonly source: RunSource;
  readonly isSelected: boolean;
  readonly scale: TimeScale;
  /** Shows or hides what ran inside. */
  readonly onToggle: (runId: string, activation: number) => void;
  readonly onSelect: (runId: string, activation: number) => void;
}

/**
 * One activation: its name, its bars and how long it took. It is inside an element with `windowStyle`: while a run grows, no
 * line is drawn again for that.
 */
export const TimelineLine = memo(function TimelineLine(props: TimelineLineProps): ReactNode {
  const { runId, row, source, isSelected, scale, onToggle, onSelect } = props;
  const hasInside = row.childCount > 0 || row.runCount > 0;
  const name = source.nameOf(row.taskId);
  const kind = source.kindOf(row.taskId);
  return (
    <li className={styles.line} style={{ height: ROW_HEIGHT }}>
      {hasInside && (
        <Chevron
          label={`${name}, steps inside`}
          isOpen={row.isOpen}
          depth={row.depth}
          onClick={() => onToggle(runId, row.activation)}
        />
      )}
      <button
        type="button"
        className={styles.row}
        aria-pressed={isSelected}
        aria-label={describeRow(row, name)}
        onClick={() => onSelect(runId, row.activation)}
      >
        <span className={styles.label} style={{ paddingLeft: indentOf(row.depth) }}>
          <KindIcon kind={kind} size="plain" />
          <span className={styles.name} title={name}>
            {name}
          </span>
          {row.childCount > 0 && !row.isOpen && <span className={styles.note}>{row.childCount} inside</span>}
          {row.runCount > 0 && !row.isOpen && <span className={styles.note}>{formatRuns(row.runCount)}</span>}
          {row.item !== null && <span className={styles.note}>{row.item + 1}</span>}
          {row.retryCount > 0 && <span className={styles.note}>attempt {row.retryCount + 1}</span>}
          {row.repeats !== null && (
            <span className={styles.note} title={row.repeats}>
              made again
            </span>
          )}
          {row.marks.length > 0 && <span className={styles.marks}>{row.marks.join(' · ')}</span>}
        </span>
        <span className={styles.lane} data-calls={row.calls === null ? undefined : ''}>
          {row.bars.map((bar, at) => (
            <span
              key={`${bar.tone} ${bar.start} ${bar.call === undefined ? '' : at}`}
              className={styles.bar}
              data-tone={bar.tone}
              data-failed={bar.call?.hasFailed || undefined}
              title={bar.call?.title}
              data-unreal={bar.isUnreal || undefined}
              data-simulated={(row.isSimulated && !bar.isUnreal) || undefined}
              data-kind={kind === 'agent' ? 'model' : undefined}
              style={barStyle(scale.at(bar.start), scale.at(bar.end))}
            />
          ))}
        </span>
        <span className={styles.length}>{row.duration === null ? '' : formatLength(row.duration)}</span>
      </button>
    </li>
  );
});

function Chevron(props: {
  readonly label: string;
  readonly isOpen: boolean;
  readonly depth: number;
  readonly onClick: () => void;
}): ReactNode {
  const { label, isOpen, depth, onClick } = props;
  return (
    <button
      type="button"
      className={styles.chevron}
      aria-label={label}
      aria-expanded={isOpen}
      style={{ left: indentOf(depth) - 20 }}
      onClick={onClick}
    >
      <ChevronRightIcon aria-hidden />
    </button>
  );
}

interface RunLineProps {
  readonly runId: string;
  readonly head: RunHead;
  readonly depth: number;
  readonly onUnfold: (runId: string) => void;
}

/** One of several runs that a step started. */
export const RunLine = memo(function RunLine({ runId, head, depth, onUnfold }: RunLineProps): ReactNode {
  const name = `${head.file}, run ${head.number}`;
  return (
    <li className={styles.line} style={{ height: ROW_HEIGHT }}>
      <Chevron label={`${name}, steps inside`} isOpen={head.isOpen} depth={depth} onClick={() => onUnfold(runId)} />
      <span className={styles.head} style={{ paddingLeft: indentOf(depth) }}>
        {head.file} <span className={styles.note}>run {head.number}</span>
      </span>
    </li>
  );
});

/** In place of the steps of a run that is read just now, or is gone. */
export function NoteLine({ depth, isGone }: { readonly depth: number; readonly isGone: boolean }): ReactNode {
  return (
    <li className={styles.line} style={{ height: ROW_HEIGHT }}>
      <span className={styles.head} style={{ paddingLeft: indentOf(depth) }}>
        <span className={styles.note}>{isGone ? 'That run is no longer kept.' : 'Loading its steps…'}</span>
      </span>
    </li>
  );
}

function indentOf(depth: number): number {
  return 24 + Math.min(depth, DEEPEST) * INDENT;
}

function formatRuns(count: number): string {
  return count === 1 ? 'its own run' : `${count} runs`;
}

function describeRow(row: TimelineRow, name: string): string {
  const parts = [name, row.status];
  if (row.item !== null) parts.push(`item ${row.item + 1}`);
  if (row.duration !== null) parts.push(formatLength(row.duration));
  if (row.retryCount > 0) parts.push(`attempt ${row.retryCount + 1}`);
  if (row.runCount > 0) parts.push(row.runCount === 1 ? 'a run of its own' : `${row.runCount} runs`);
  if (row.repeats !== null) parts.push('made again');
  if (row.calls !== null) parts.push(row.calls);
  parts.push(...row.marks.map((mark) => mark.toLowerCase()));
  if (row.isSimulated) parts.push('simulated');
  return parts.join(', ');
}

function barStyle(start: number, end: number): CSSProperties {
  return {
    left: placeOf(start),
    width: `max(3px, calc(${end - start} / var(--span) * 100%))`,
  };
}
