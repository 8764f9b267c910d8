import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { closeDialog } from '../../session/index.ts';
import { openRun } from '../../session/run/index.ts';
import {
  DataGrid,
  EmptyState,
  type GridOrder,
  type GridSelection,
  TableBody,
  TableScreen,
  useNow,
} from '../../ui/index.ts';
import { HistoryActions } from './HistoryActions.tsx';
import { EVERYTHING, type HistoryFilter, HistoryFilters, startOfSpan } from './HistoryFilters.tsx';
import styles from './HistoryTable.module.css';
import { HISTORY_COLUMNS, HistoryCell } from './historyColumns.tsx';
import { chooseRuns, type HistoryRow } from './historyRows.ts';
import type { RunsAct } from './RunsQuestion.tsx';
import { useFoundRuns, useHistoryRows } from './useHistoryRows.ts';

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

/** The row that keys act on, and the rows that are chosen with it; both stay with their runs, wherever sorting moves these. */
interface RowSelection {
  /** Index of the active row; -1: none. */
  readonly active: number;
  readonly activate: (row: number) => void;
  /** Ids of the chosen runs that are shown. */
  readonly chosen: ReadonlySet<string>;
  /** What an action is for: the chosen runs, else the active one. */
  readonly subject: readonly HistoryRow[];
  readonly selection: GridSelection;
  readonly clear: () => void;
}

function useRowSelection(shown: readonly HistoryRow[]): RowSelection {
  const [activeId, setActiveId] = useState<string | null>(null);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const active = useMemo(() => shown.findIndex(({ runId }) => runId === activeId), [shown, activeId]);
  const chosenRows = useMemo(() => shown.filter(({ runId }) => ids.has(runId)), [shown, ids]);
  const chosen = useMemo(() => new Set(chosenRows.map(({ runId }) => runId)), [chosenRows]);
  const add = (rows: readonly HistoryRow[]): void => setIds(new Set([...chosen, ...rows.map(({ runId }) => runId)]));
  const activeRow = shown[active];
  return {
    active,
    activate: (row) => setActiveId(shown[row]?.runId ?? null),
    chosen,
    subject: chosenRows.length > 0 ? chosenRows : activeRow === undefined ? [] : [activeRow],
    selection: {
      column: 'chosen',
      has: (row) => chosen.has(shown[row]?.runId ?? ''),
      toggle: (row) => {
        const runId = shown[row]?.runId ?? '';
        setIds(chosen.has(runId) ? new Set([...chosen].filter((each) => each !== runId)) : new Set([...chosen, runId]));
      },
      extend: (row) => add(shown.slice(Math.max(0, Math.min(active, row)), Math.max(active, row) + 1)),
      all: () => setIds(chosen.size === shown.length ? new Set() : new Set(shown.map(({ runId }) => runId))),
    },
    clear: () => setIds(new Set()),
  };
}
