import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useSession } from '../../session/index.ts';
import { explainNoRetry } from '../../session/runSteps/index.ts';
import { EyeIcon, RotateCwIcon } from '../../ui/icons.ts';
import {
  Button,
  DataGrid,
  formatLength,
  formatStatus,
  type GridColumn,
  type GridOrder,
  previewOf,
  SegmentedControl,
  StatusMark,
  TableBar,
  TableBody,
  TableScreen,
  TableSearch,
} from '../../ui/index.ts';
import { retryItems } from '../parts/retryItems.ts';
import { ErrorNote, StepValue } from '../parts/StepParts.tsx';
import { useScope } from '../step/useScope.ts';
import styles from './ItemsView.module.css';
import {
  cellValue,
  chooseRows,
  columnsOfOutputs,
  describeError,
  filterOf,
  type ItemFilter,
  type ItemRow,
  type ItemTable,
} from './toItemRows.ts';

interface ItemsViewProps {
  readonly table: ItemTable;
  /** What the collection, or the task, is called. */
  readonly name: string;
  readonly close: ReactNode;
  /** Shows a step in the timeline and on the canvas. */
  readonly onShow: (activation: number) => void;
}

/**
 * The items of a collection, or the rounds of a task: what each is called, how it ended, what it gave. They are filtered and sorted; `E`
 * goes to the next that failed, Enter to its step. The row that is chosen is shown whole next to them.
 */
export function ItemsView({ table, name, close, onShow }: ItemsViewProps): ReactNode {
  const { rows, total, kind } = table;
  const selected = useSession(({ run: { shown } }) => shown?.selectedActivation ?? null);
  const counts = useMemo(() => countRows(rows), [rows]);
  const [filter, setFilter] = useState<ItemFilter>('all');
  const [words, setWords] = useState('');
  const [order, setOrder] = useState<GridOrder | null>(null);
  const [chosen, setChosen] = useState(() => rows.find(({ activation }) => activation === selected)?.number ?? null);
  const wanted = useDeferredValue(words);
  const shown = useMemo(() => chooseRows(rows, { filter, words: wanted, order }), [rows, filter, wanted, order]);
  const columns = useMemo(() => toColumns(rows), [rows]);
  const at = shown.findIndex(({ number }) => number === chosen);
  const row = shown[at];
  const goToFailed = (by: 1 | -1): void => {
    const next = findFailed(shown, at, by);
    if (next !== undefined) setChosen(next.number);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    if (event.key.toLowerCase() !== 'e') return;
    goToFailed(event.shiftKey ? -1 : 1);
    event.preventDefault();
  };
  return (
    <TableScreen
      title={kind === 'items' ? `Items of ${name}` : `Rounds of ${name}`}
      count={describeCount(shown.length, rows.length, total)}
      close={close}
      onKeyDown={onKeyDown}
    >
      <TableBar>
        <SegmentedControl
          label="Which are shown"
          size="small"
          value={filter}
          onChange={setFilter}
          options={FILTERS.map((value) => ({ value, label: `${WORDS[value]} ${counts[value].toLocaleString('en')}` }))}
        />
        <TableSearch
          label={`Search ${kind}`}
          placeholder="Search names, errors, outputs"
          value={words}
          onChange={setWords}
        />
        <Button size="small" disabled={counts.failed === 0} title="E" onClick={() => goToFailed(1)}>
          Next failed
        </Button>
        {kind === 'items' && <RetryButton table={table} failed={counts.failed} />}
      </TableBar>
      <TableBody details={row !== undefined && <Details row={row} total={total} kind={kind} onShow={onShow} />}>
        <DataGrid
          label={kind === 'items' ? `Items of ${name}` : `Rounds of ${name}`}
          columns={columns}
          count={shown.length}
          cell={(index, column) => drawCell(shown[index], column)}
          active={at}
          onActivate={(index) => setChosen(shown[index]?.number ?? null)}
          onOpen={(index) => shown[index] && onShow(shown[index].activation)}
          order={order}
          onSort={(column) => setOrder(nextOrder(order, column))}
        />
      </TableBody>
    </TableScreen>
  );
}

const FILTERS = ['all', 'failed', 'succeeded', 'open'] as const satisfies readonly ItemFilter[];
const WORDS = { all: 'All', failed: 'Failed', succeeded: 'Succeeded', open: 'Running' } as const;

function countRows(rows: readonly ItemRow[]): Readonly<Record<ItemFilter, number>> {
  const counts = { all: rows.length, failed: 0, succeeded: 0, open: 0 };
  for (const row of rows) counts[filterOf(row)] += 1;
  return counts;
}

function describeCount(shown: number, begun: number, total: number): string {
  const all = total.toLocaleString('en');
  if (shown < begun) return `${shown.toLocaleString('en')} of ${all} shown`;
  return begun < total ? `${begun.toLocaleString('en')} of ${all} ran` : all;
}

/** Ascending, then descending, then as they came. */
function nextOrder(order: GridOrder | null, column: string): GridOrder | null {
  if (order?.column !== column) return { column, isDescending: false };
  return order.isDescending ? null : { column, isDescending: true };
}

/** The next row that failed, from the last on the first. */
function findFailed(rows: readonly ItemRow[], at: number, by: 1 | -1): ItemRow | undefined {
  const { length } = rows;
  for (let step = 1; step <= length; step += 1) {
    const row = rows[((((at < 0 && by < 0 ? 0 : at) + by * step) % length) + length) % length];
    if (row !== undefined && row.status === 'error') return row;
  }
  return undefined;
}

function toColumns(rows: readonly ItemRow[]): readonly GridColumn[] {
  const outputs = columnsOfOutputs(rows);
  return [
    { id: 'number', label: '#', width: 64, align: 'end' },
    // What an item is, is not recorded where no task was given it.
    ...(rows.some(({ label }) => label !== '') ? [{ id: 'label', label: 'Item', width: 200 }] : []),
    { id: 'status', label: 'Status', width: 110 },
    { id: 'length', label: 'Duration', width: 84, align: 'end' },
    { id: 'error', label: 'Error', width: 260 },
    ...outputs.map((name) => ({ id: `.${name}`, label: name, width: 150 })),
    ...(outputs.length === 0 ? [{ id: 'output', label: 'Output', width: 240 }] : []),
  ];
}

function drawCell(row: ItemRow | undefined, column: string): ReactNode {
  if (row === undefined) return null;
  switch (column) {
    case 'number':
      return row.number.toLocaleString('en');
    case 'status':
      return (
        <span className={styles.status}>
          <StatusMark status={row.status} size="small" isDecorative />
          {formatStatus(row.status)}
        </span>
      );
    case 'length':
      return row.length === null ? '' : formatLength(row.length);
    case 'error':
      return row.error === null ? '' : <span className={styles.error}>{describeError(row.error)}</span>;
    default: {
      const value = cellValue(row, column);
      if (value === undefined || value === null) return '';
      return typeof value === 'string' ? value.slice(0, 200) : previewOf(value);
    }
  }
}

const RETRY = 'Starts the workflow at this collection: what succeeded keeps what it gave';
const RETRY_HERE =
  'Starts the workflow at this collection in this browser: what succeeded on the server keeps what it gave, with its secrets masked';

function RetryButton({ table, failed }: { readonly table: ItemTable; readonly failed: number }): ReactNode {
  const hint = useSession(explainNoRetry);
  const isServed = useSession(({ run: { shown } }) => shown?.server != null);
  return (
    <Button
      size="small"
      variant="primary"
      icon={<RotateCwIcon />}
      disabled={failed === 0 || hint !== undefined}
      title={hint ?? (isServed ? RETRY_HERE : RETRY)}
      onClick={() => void retryItems(table.rows[0]?.activation)}
    >
      Retry failed only
    </Button>
  );
}

interface DetailsProps {
  readonly row: ItemRow;
  readonly total: number;
  readonly kind: ItemTable['kind'];
  readonly onShow: (activation: number) => void;
}

/** The chosen row, whole: its error, what it is, what it gave. */
function Details({ row, total, kind, onShow }: DetailsProps): ReactNode {
  const { number, status, error, output, item, activation } = row;
  const title = `${kind === 'items' ? 'Item' : 'Round'} ${number.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  return (
    <section className={styles.details} aria-label={title}>
      <header className={styles.title}>
        <StatusMark status={status} />
        <strong>{title}</strong>
        <Button size="small" icon={<EyeIcon />} onClick={() => onShow(activation)}>
          Show the step
        </Button>
      </header>
      {error !== null && <ErrorNote error={error} />}
      {output !== null && (
        <>
          <h3>Output</h3>
          <StepValue key={`output ${number}`} label="output" value={output} />
        </>
      )}
      {item !== undefined && (
        <>
          <h3>{kind === 'items' ? 'Item' : 'Input'}</h3>
          <StepValue key={`item ${number}`} label={kind === 'items' ? 'item' : 'input'} value={item} />
        </>
      )}
      {item === undefined && kind === 'items' && <ItemSeen activation={activation} />}
    </section>
  );
}

/** What the step of an item sees as `item`. */
const ITEM = ['item'] as const;

/** The item of a step that nothing recorded, as none of its tasks was given it: read from the journal of the run. */
function ItemSeen({ activation }: { readonly activation: number }): ReactNode {
  const looked = useScope(activation, ITEM);
  const [item] = looked?.ok === true ? looked.value.values : [];
  if (item?.ok !== true) return null;
  return (
    <>
      <h3>Item</h3>
      <StepValue key={activation} label="item" value={item.value} />
    </>
  );
}
