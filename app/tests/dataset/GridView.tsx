import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { Json } from '#engine/values';
import type { DatasetResult } from '../../session/tests/index.ts';
import { EyeIcon } from '../../ui/icons.ts';
import {
  Badge,
  Button,
  DataGrid,
  formatLength,
  type GridColumn,
  previewOf,
  SegmentedControl,
  StatusMark,
  shortText,
  TableBar,
  TableBody,
  TableScreen,
  TableSearch,
} from '../../ui/index.ts';
import { FailureDiff } from '../FailureDiff.tsx';
import styles from './dataset.module.css';
import { GridSummary } from './GridSummary.tsx';
import {
  type CellChange,
  chooseGridRows,
  formatScore,
  type GridCell,
  type GridFilter,
  type GridOrder,
  type GridRow,
  toGridRows,
} from './gridRows.ts';

interface GridViewProps {
  readonly result: DatasetResult;
  /** What it is compared with; null: nothing. */
  readonly against: string | null;
  readonly tools: ReactNode;
  readonly close: ReactNode;
  readonly onShow: (cell: GridCell) => void;
}

/**
 * Rows of a dataset with a column for each variant, above them the result of each variant, next to them the row that is chosen. Enter on a cell
 * shows its run.
 */
export function GridView({ result, against, tools, close, onShow }: GridViewProps): ReactNode {
  const { grid, comparison } = result;
  const rows = useMemo(() => toGridRows(result), [result]);
  const [filter, setFilter] = useState<GridFilter>('all');
  const [words, setWords] = useState('');
  const [order, setOrder] = useState<GridOrder | null>(null);
  const [chosen, setChosen] = useState<number | null>(0);
  const wanted = useDeferredValue(words);
  const shown = useMemo(() => chooseGridRows(rows, { filter, words: wanted, order }), [rows, filter, wanted, order]);
  const columns = useMemo(() => toColumns(grid.variants), [grid.variants]);
  const at = shown.findIndex(({ index }) => index === chosen);
  const row = shown[at];
  const filters = (['all', 'failed', 'differ', 'changed'] as const).filter(
    (value) => (value !== 'differ' || grid.variants.length > 1) && (value !== 'changed' || comparison !== null),
  );
  return (
    <TableScreen title={`Grid of ${grid.name}`} count={`${shown.length} of ${rows.length} rows`} close={close}>
      <GridSummary result={result} against={against} />
      <TableBar>
        <SegmentedControl
          label="Which rows are shown"
          size="small"
          value={filter}
          onChange={setFilter}
          options={filters.map((value) => ({ value, label: WORDS[value] }))}
        />
        <TableSearch label="Search rows" placeholder="Search rows and outputs" value={words} onChange={setWords} />
        {tools}
      </TableBar>
      <TableBody details={row !== undefined && <CellDetails row={row} variants={grid.variants} onShow={onShow} />}>
        <DataGrid
          label={`Rows of ${grid.name}`}
          columns={columns}
          count={shown.length}
          cell={(index, column) => drawCell(shown[index], column)}
          active={at}
          onActivate={(index) => setChosen(shown[index]?.index ?? null)}
          onOpen={(index, column) => {
            const cell = shown[index]?.cells[Number(column)] ?? shown[index]?.cells[0];
            if (cell !== undefined) onShow(cell);
          }}
          order={order === null ? null : { column: String(order.variant ?? 'case'), isDescending: order.isDescending }}
          onSort={(column) => setOrder(nextOrder(order, column === 'case' ? null : Number(column)))}
        />
      </TableBody>
    </TableScreen>
  );
}

const WORDS: Readonly<Record<GridFilter, string>> = {
  all: 'All',
  failed: 'Failed',
  differ: 'Variants differ',
  changed: 'Changed',
};

const TONES = { better: 'success', worse: 'error', different: 'warning', new: 'neutral', gone: 'neutral' } as const;

/**
 * As narrow as shows three variants in a window of 1024, and on a phone the first one whole and a part of the next, so that there is more to
 * see is seen.
 */
function toColumns(variants: readonly string[]): readonly GridColumn[] {
  return [
    { id: 'case', label: 'Row', width: 'clamp(min(104px, 26vw), 11vw, 160px)' },
    { id: 'row', label: 'Given', width: 'clamp(min(104px, 26vw), 13vw, 200px)', isSortable: false },
    ...variants.map((label, index) => ({ id: String(index), label, width: 'clamp(min(104px, 26vw), 12vw, 170px)' })),
  ];
}

/** Up, down, and not at all. */
function nextOrder(order: GridOrder | null, variant: number | null): GridOrder | null {
  if (order === null || order.variant !== variant) return { variant, isDescending: false };
  return order.isDescending ? null : { variant, isDescending: true };
}

function drawCell(row: GridRow | undefined, column: string): ReactNode {
  if (row === undefined) return null;
  if (column === 'case') return row.name;
  if (column === 'row') return previewOf(row.row);
  const cell = row.cells[Number(column)];
  if (cell === undefined) return 'not run';
  const change = row.changes[Number(column)];
  return (
    <span className={styles.cell}>
      <StatusMark size="small" status={cell.passed ? 'success' : 'error'} />
      {Object.values(cell.scores)
        .map(({ value }) => formatScore(value))
        .join(' · ')}
      {change !== undefined && <Badge tone={TONES[change.change]}>{change.change}</Badge>}
    </span>
  );
}

/** How much of a value is shown: its run has all of it. */
const MOST_CHARACTERS = 4_000;

interface CellDetailsProps {
  readonly row: GridRow;
  readonly variants: readonly string[];
  readonly onShow: (cell: GridCell) => void;
}

/** A row of a dataset whole: what it gives, and under each variant the output, the scores with why, and what it took. */
function CellDetails({ row, variants, onShow }: CellDetailsProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.details} aria-label={`Row ${row.name}`} tabIndex={0}>
      <h3>{row.name}</h3>
      <Value value={row.row} />
      {variants.map((variant, index) => {
        const cell = row.cells[index];
        return (
          cell !== undefined && (
            <Cell key={variant} variant={variant} cell={cell} change={row.changes[index]} onShow={onShow} />
          )
        );
      })}
    </section>
  );
}

interface CellProps {
  readonly variant: string;
  readonly cell: GridCell;
  readonly change: CellChange | undefined;
  readonly onShow: (cell: GridCell) => void;
}

function Cell({ variant, cell, change, onShow }: CellProps): ReactNode {
  const { passed, output, scores, failures, usage, duration } = cell;
  const before = change?.before ?? null;
  return (
    <article aria-label={variant}>
      <div className={styles.cellHead}>
        <StatusMark size="small" status={passed ? 'success' : 'error'} />
        <strong>{variant}</strong>
        <Button size="small" variant="ghost" icon={<EyeIcon />} onClick={() => onShow(cell)}>
          Show its run
        </Button>
      </div>
      <ul>
        {failures.map((failure) => (
          <li key={`${failure.code} ${failure.message}`} className={styles.failure}>
            {failure.message}
            <FailureDiff failure={failure} />
          </li>
        ))}
        {Object.entries(scores).map(([name, { value, why }]) => (
          <li key={name}>
            <strong>{`${name} ${formatScore(value)}`}</strong>
            {before !== null &&
              before.scores[name]?.value !== value &&
              ` (before: ${formatScore(before.scores[name]?.value)})`}
            {why !== '' && ` ${why}`}
          </li>
        ))}
        <li>{`${usage.tokens} tokens, ${formatLength(duration)}`}</li>
      </ul>
      <Value value={output} />
      {before !== null && JSON.stringify(before.output) !== JSON.stringify(output) && (
        <>
          <p className={styles.before}>Before</p>
          <Value value={before.output} />
        </>
      )}
    </article>
  );
}

function Value({ value }: { readonly value: Json }): ReactNode {
  return <pre>{shortText(typeof value === 'string' ? value : JSON.stringify(value, null, 2), MOST_CHARACTERS)}</pre>;
}
