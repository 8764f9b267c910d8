import type { ReactNode } from 'react';
import { formatCost } from '#engine/numbers';
import { CheckIcon, FastForwardIcon, SparklesIcon, StarIcon, TriangleAlertIcon } from '../../ui/icons.ts';
import { describeProblems, formatLength, formatMoment, type GridColumn, StatusMark } from '../../ui/index.ts';
import { describeUsage } from '../parts/formatUsage.ts';
import styles from './HistoryTable.module.css';
import type { HistoryRow } from './historyRows.ts';

export const HISTORY_COLUMNS: readonly GridColumn[] = [
  { id: 'chosen', label: '✓', width: 34, isSortable: false },
  { id: 'state', label: 'State', width: 150 },
  { id: 'file', label: 'Workflow', width: 220 },
  { id: 'started', label: 'Started', width: 128, align: 'end' },
  { id: 'length', label: 'Duration', width: 96, align: 'end' },
  { id: 'idle', label: 'Paused', width: 96, align: 'end' },
  { id: 'tokens', label: 'Tokens', width: 84, align: 'end' },
  { id: 'cost', label: 'Cost', width: 100, align: 'end' },
  { id: 'tags', label: 'Tags', width: 170 },
  { id: 'where', label: 'Where', width: 130 },
  { id: 'failure', label: 'Error', width: 260 },
];

interface HistoryCellProps {
  readonly row: HistoryRow;
  readonly column: string;
  /** ms since the epoch. */
  readonly now: number;
  readonly isChosen: boolean;
}

/** One cell of the table of runs. */
export function HistoryCell({ row, column, now, isChosen }: HistoryCellProps): ReactNode {
  const { usage } = row;
  switch (column) {
    case 'chosen':
      return (
        <span className={styles.box} data-chosen={isChosen || undefined}>
          {isChosen && <CheckIcon size={11} aria-hidden />}
        </span>
      );
    case 'state':
      return (
        <span className={styles.state}>
          <StatusMark status={row.status} size="small" isDecorative />
          {row.state}
          {row.warnings > 0 && (
            <span className={styles.warned} title={describeProblems({ errors: 0, warnings: row.warnings })}>
              <TriangleAlertIcon size={11} aria-hidden /> {row.warnings}
            </span>
          )}
        </span>
      );
    case 'file':
      return (
        <span className={styles.state} title={row.path}>
          {row.name ?? row.path}
          {row.isSimulated && <SparklesIcon className={styles.mark} size={11} aria-label="simulated" />}
          {row.passed > 0 && <FastForwardIcon className={styles.mark} size={11} aria-label="virtual time" />}
          {row.isKept && <StarIcon className={styles.mark} size={11} aria-label="kept" />}
        </span>
      );
    case 'started':
      return formatMoment(row.startedAt, now);
    case 'length':
      return row.length === null ? '' : formatLength(row.length);
    case 'idle':
      return row.idle === 0 ? '' : formatLength(row.idle);
    case 'tokens':
      return usage === null ? (
        ''
      ) : (
        <span title={describeUsage(usage)}>{(usage.input_tokens + usage.output_tokens).toLocaleString('en')}</span>
      );
    case 'cost':
      return usage === null || usage.cost === null ? '' : `${usage.unpriced > 0 ? '≥ ' : ''}${formatCost(usage.cost)}`;
    case 'tags':
      return row.tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ));
    case 'where':
      return row.where;
    default:
      return <span className={styles.error}>{row.failure}</span>;
  }
}
