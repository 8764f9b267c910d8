import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { closeDialog } from '../../session/index.ts';
import { openRun } from '../../session/run/index.ts';
import { DataGrid, EmptyState, type GridOrder, TableBody, TableScreen, useNow } from '../../ui/index.ts';
import type { RunsAct } from './actOnRows.ts';
import { HistoryActions } from './HistoryActions.tsx';
import { EVERYTHING, type HistoryFilter, HistoryFilters, startOfSpan } from './HistoryFilters.tsx';
import styles from './HistoryTable.module.css';
import { HISTORY_COLUMNS, HistoryCell } from './historyColumns.tsx';
import { chooseRuns, type HistoryRow } from './historyRows.ts';
import { useFoundRuns, useHistoryRows } from './useHistoryRows.ts';
import { useRowSelection } from './useRowSelection.ts';

/**
 * The runs of this browser and of servers: found by words, filtered, sorted by any column, and changed many at once. Enter opens the run
 * that the keys are on.
 */
export function HistoryTable({ close }: { readonly close: ReactNode }): ReactNode {
  const { rows, isWhole, tags, problems, refresh } = useHistoryRows();
  const [filter, setFilter] = useState<HistoryFilter>(EVERYTHING);
  const [order, setOrder] = useState<GridOrder>({ column: 'started', isDescending: true });
  const [asking, setAsking] = useState<RunsAct | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const found = useFoundRuns(filter.words);
  const wanted = useDeferredValue(filter);
  const now = useNow(false);
  const shown = useMemo(
    () => chooseRuns(rows, { ...wanted, since: startOfSpan(wanted.span), found, order }),
    [rows, wanted, found, order],
  );
  const { active, activate, chosen, subject, selection, clear } = useRowSelection(shown);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Delete') setAsking(subject.length > 0 ? 'delete' : null);
    else if (event.key === '/') search.current?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const open = (row: number): void => {
    const run = shown[row];
    if (run === undefined) return;
    closeDialog();
    void openRun(run.runId);
  };
  return (
    <TableScreen title="All runs" count={describeCount(shown.length, rows.length, isWhole)} close={close}>
      <HistoryFilters filter={filter} onChange={setFilter} rows={rows} tags={tags} search={search} />
      {problems.map((problem) => (
        <p key={problem} className={styles.problem} role="status">
          {problem}
        </p>
      ))}
      <HistoryActions
        rows={subject}
        chosen={chosen.size}
        tags={tags}
        asking={asking}
        setAsking={setAsking}
        onChanged={refresh}
        onClear={clear}
      />
      {shown.length === 0 && isWhole ? (
        <EmptyState title={rows.length === 0 ? 'No runs yet' : 'No run matches'}>
          {rows.length === 0
            ? 'A finished run stays here with its steps and the exact text that ran.'
            : 'Names, tags, errors, and the first words of inputs and outputs are searched.'}
        </EmptyState>
      ) : (
        <TableBody>
          <DataGrid
            label="All runs"
            columns={HISTORY_COLUMNS}
            count={shown.length}
            cell={(index, column) => drawCell(shown[index], column, { now, chosen })}
            active={active}
            onActivate={activate}
            onOpen={open}
            order={order}
            onSort={(column) => setOrder(nextOrder(order, column))}
            selection={selection}
            onKey={onKey}
          />
        </TableBody>
      )}
      <p className={styles.keys}>
        Enter opens · Space chooses · Shift+↑↓ chooses several · Ctrl+A all · Delete deletes · / searches
      </p>
    </TableScreen>
  );
}

interface CellContext {
  /** ms since the epoch. */
  readonly now: number;
  readonly chosen: ReadonlySet<string>;
}

function drawCell(row: HistoryRow | undefined, column: string, { now, chosen }: CellContext): ReactNode {
  if (row === undefined) return null;
  return <HistoryCell row={row} column={column} now={now} isChosen={chosen.has(row.runId)} />;
}

function describeCount(shown: number, known: number, isWhole: boolean): string {
  const all = `${known.toLocaleString('en')}${isWhole ? '' : ' and more'}`;
  return shown === known
    ? `${all} ${known === 1 && isWhole ? 'run' : 'runs'}`
    : `${shown.toLocaleString('en')} of ${all}`;
}

/** Numbers and moments the largest first, else ascending; then the other way. */
function nextOrder(order: GridOrder, column: string): GridOrder {
  if (order.column === column) return { column, isDescending: !order.isDescending };
  return { column, isDescending: ['started', 'length', 'idle', 'tokens', 'cost'].includes(column) };
}
