import { type CSSProperties, memo, type ReactNode } from 'react';
import { ChevronRightIcon } from '../../ui/icons.ts';
import { describeProblems, formatLength, type Kind, KindIcon, StatusMark } from '../../ui/index.ts';
import type { RunSource } from '../parts/toRunSource.ts';
import type { RunHead, ShownRow } from './outline/FamilyOutline.ts';
import type { RoundsRow } from './outline/Rounds.ts';
import type { RowKey } from './outline/StepTree.ts';
import type { TimelineBar } from './outline/toBars.ts';
import type { TimelineRow } from './outline/toTimelineRow.ts';
import styles from './Timeline.module.css';
import type { TimeScale } from './TimeScale.ts';
import { placeOf } from './useTimeAxis.ts';

/** Indent of each level, px. */
const INDENT = 20;

/** Levels that are indented: names of those further inside would have no place. */
const DEEPEST = 9;

/** Height of a row, px. */
export const ROW_HEIGHT = 25;

interface LineProps {
  /** The run that it is a row of. */
  readonly runId: string;
  /** Which row of all it is, from 0. */
  readonly index: number;
  readonly source: RunSource;
  readonly scale: TimeScale;
  /** Shows or hides what ran inside, or the rounds of a task. */
  readonly onToggle: (runId: string, key: RowKey) => void;
}

export interface TimelineLineProps extends LineProps {
  readonly row: TimelineRow;
  readonly isSelected: boolean;
  readonly onSelect: (runId: string, activation: number) => void;
}

/**
 * One activation: its name, its bars and how long it took. It is inside an element with `windowStyle`: while a run grows, no
 * line is drawn again for that.
 */
export const TimelineLine = memo(function TimelineLine(props: TimelineLineProps): ReactNode {
  const { runId, index, row, source, isSelected, scale, onToggle, onSelect } = props;
  const hasInside = row.childCount > 0 || row.runCount > 0;
  const name = source.nameOf(row.taskId);
  const kind = source.kindOf(row.taskId);
  const number = row.item === null ? row.round : row.item + 1;
  return (
    <li className={styles.line} data-index={index} style={{ height: ROW_HEIGHT }}>
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
        data-row
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
          {number !== null && <span className={styles.number}>{number.toLocaleString('en')}</span>}
          {row.failed > 0 && <span className={styles.failed}>{formatFailed(row.failed)}</span>}
          {row.warnings > 0 && <span className={styles.warned}>{formatWarnings(row.warnings)}</span>}
          {row.retryCount > 0 && <span className={styles.note}>attempt {row.retryCount + 1}</span>}
          {row.repeats !== null && (
            <span className={styles.note} title={row.repeats}>
              made again
            </span>
          )}
          {row.marks.length > 0 && <span className={styles.marks}>{row.marks.join(' · ')}</span>}
        </span>
        <Bars
          bars={row.bars}
          scale={scale}
          kind={kind}
          isSimulated={row.isSimulated}
          hasCalls={row.calls !== null}
          isCalm={row.status !== 'error' || row.isHandled}
        />
        <span className={styles.length}>{row.duration === null ? '' : formatLength(row.duration)}</span>
      </button>
    </li>
  );
});

export interface RoundsLineProps extends LineProps {
  readonly row: RoundsRow;
  /** Whether the chosen step is one of them, and has no row for itself. */
  readonly isSelected: boolean;
  readonly onSelect: (row: ShownRow, activation: number) => void;
}

/** Many rounds of a task: how many, how many of them failed, and all their bars. A press leads to the one that tells most. */
export const RoundsLine = memo(function RoundsLine(props: RoundsLineProps): ReactNode {
  const { runId, index, row, source, isSelected, scale, onToggle, onSelect } = props;
  const name = source.nameOf(row.taskId);
  const kind = source.kindOf(row.taskId);
  const failed = row.failed === 0 ? null : formatFailed(row.failed);
  const { key } = row;
  return (
    <li className={styles.line} data-index={index} style={{ height: ROW_HEIGHT }}>
      <Chevron label={`${name}, rounds`} isOpen={row.isOpen} depth={row.depth} onClick={() => onToggle(runId, key)} />
      <button
        type="button"
        className={styles.row}
        data-row
        aria-pressed={isSelected}
        aria-label={describeRounds(row, name)}
        onClick={() => onSelect({ runId, key }, row.told)}
      >
        <span className={styles.label} style={{ paddingLeft: indentOf(row.depth) }}>
          <KindIcon kind={kind} size="plain" />
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={styles.number}>×{row.count.toLocaleString('en')}</span>
          <span className={styles.failed}>{failed}</span>
          {row.warnings > 0 && <span className={styles.warned}>{formatWarnings(row.warnings)}</span>}
          {row.marks.length > 0 && <span className={styles.marks}>{row.marks.join(' · ')}</span>}
        </span>
        <Bars bars={row.bars} scale={scale} kind={kind} isSimulated={row.isSimulated} />
        <span className={styles.length} title="How long all of them worked, together">
          <span className={styles.failed}>{failed}</span>
          <span>{row.duration === null ? '' : formatLength(row.duration)}</span>
        </span>
      </button>
    </li>
  );
});

interface BarsProps {
  readonly bars: readonly TimelineBar[];
  readonly scale: TimeScale;
  readonly kind: Kind;
  readonly isSimulated: boolean;
  /** Whether calls are drawn over attempts. */
  readonly hasCalls?: boolean;
  /** Whether what failed in it did not end the run: a retry or a handler came after it. */
  readonly isCalm?: boolean;
}

function Bars({ bars, scale, kind, isSimulated, hasCalls, isCalm }: BarsProps): ReactNode {
  return (
    <span className={styles.lane} data-calls={hasCalls === true ? '' : undefined} data-calm={isCalm || undefined}>
      {bars.map((bar, at) => (
        <span
          key={`${bar.tone} ${bar.isUnreal} ${bar.start} ${bar.call === undefined ? '' : at}`}
          className={styles.bar}
          data-tone={bar.tone}
          data-failed={bar.call?.hasFailed || undefined}
          title={bar.call?.title}
          data-unreal={bar.isUnreal || undefined}
          data-simulated={(isSimulated && !bar.isUnreal) || undefined}
          data-kind={kind === 'agent' ? 'model' : undefined}
          style={barStyle(scale.at(bar.start), scale.at(bar.end))}
        />
      ))}
    </span>
  );
}

function Chevron(props: {
  readonly label: string;
  readonly isOpen: boolean;
  readonly depth: number;
  /** Whether the row has no other button. */
  readonly isRow?: boolean;
  readonly onClick: () => void;
}): ReactNode {
  const { label, isOpen, depth, isRow, onClick } = props;
  return (
    <button
      type="button"
      className={styles.chevron}
      data-row={isRow}
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
  readonly index: number;
  readonly head: RunHead;
  readonly depth: number;
  readonly onUnfold: (runId: string) => void;
}

/** One of several runs that a step started. */
export const RunLine = memo(function RunLine(props: RunLineProps): ReactNode {
  const { runId, index, head, depth, onUnfold } = props;
  const name = `${head.file}, run ${head.number}${head.hasFailed ? ', failed' : ''}`;
  const onClick = (): void => onUnfold(runId);
  return (
    <li className={styles.line} data-index={index} style={{ height: ROW_HEIGHT }}>
      <Chevron label={`${name}, steps inside`} isOpen={head.isOpen} depth={depth} isRow onClick={onClick} />
      <span className={styles.head} style={{ paddingLeft: indentOf(depth) }}>
        {head.file} <span className={styles.note}>run {head.number}</span>
        {head.hasFailed && <StatusMark status="error" />}
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

function formatFailed(count: number): string {
  return `${count.toLocaleString('en')} failed`;
}

function describeRow(row: TimelineRow, name: string): string {
  const parts = [name, row.isHandled ? 'handled error' : row.status];
  if (row.item !== null) parts.push(`item ${row.item + 1}`);
  else if (row.round !== null) parts.push(`round ${row.round}`);
  if (row.failed > 0) parts.push(formatFailed(row.failed));
  if (row.warnings > 0) parts.push(formatWarnings(row.warnings));
  if (row.duration !== null) parts.push(formatLength(row.duration));
  if (row.retryCount > 0) parts.push(`attempt ${row.retryCount + 1}`);
  if (row.runCount > 0) parts.push(row.runCount === 1 ? 'a run of its own' : `${row.runCount} runs`);
  if (row.repeats !== null) parts.push('made again');
  if (row.calls !== null) parts.push(row.calls);
  parts.push(...row.marks.map((mark) => mark.toLowerCase()));
  if (row.isSimulated) parts.push('simulated');
  return parts.join(', ');
}

function formatWarnings(warnings: number): string {
  return describeProblems({ errors: 0, warnings });
}

function describeRounds(row: RoundsRow, name: string): string {
  const parts = [name, `ran ${row.count.toLocaleString('en')} times`, row.status];
  if (row.failed > 0) parts.push(formatFailed(row.failed));
  if (row.warnings > 0) parts.push(formatWarnings(row.warnings));
  if (row.duration !== null) parts.push(formatLength(row.duration));
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
