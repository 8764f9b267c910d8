import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { DatasetResult } from '../../session/tests/index.ts';
import {
  Badge,
  DataGrid,
  type GridColumn,
  previewOf,
  SegmentedControl,
  StatusMark,
  TableBar,
  TableBody,
  TableScreen,
  TableSearch,
} from '../../ui/index.ts';
import { CellDetails } from './CellDetails.tsx';
import styles from './dataset.module.css';
import { GridSummary } from './GridSummary.tsx';
import {
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
