import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { revealRow, useWindow } from '../base/rows.ts';
import { ArrowDownIcon, ArrowUpIcon } from '../icons.ts';
import styles from './DataGrid.module.css';

/** Height of a row, px; that of the head is the same. */
const ROW_HEIGHT = 27;

/** Rows a page key goes. */
const PAGE = 10;

/** A column of a {@link DataGrid}. */
export interface GridColumn {
  readonly id: string;
  readonly label: string;
  /** In px, or a length of CSS; the last column takes what is left. */
  readonly width: number | string;
  readonly align?: 'end';
  /** False: rows are never sorted by it. */
  readonly isSortable?: boolean;
}

/** By which column rows are sorted. */
export interface GridOrder {
  readonly column: string;
  readonly isDescending: boolean;
}

/** Which rows are chosen together, next to the active one. */
export interface GridSelection {
  /** The column whose cells choose by a click. */
  readonly column: string;
  readonly has: (row: number) => boolean;
  readonly toggle: (row: number) => void;
  /** Chooses all from the active row to this one, both included. */
  readonly extend: (row: number) => void;
  readonly all: () => void;
}

export interface DataGridProps {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  /** How many rows there are. */
  readonly count: number;
  readonly cell: (row: number, column: string) => ReactNode;
  /** The row that keys act on, which shows as chosen; -1: none. */
  readonly active: number;
  readonly onActivate: (row: number) => void;
  /** Enter, and a double click. */
  readonly onOpen?: ((row: number, column: string) => void) | undefined;
  readonly order?: GridOrder | null;
  /** Absent: rows cannot be sorted. */
  readonly onSort?: (column: string) => void;
  /** Space, `Ctrl+A`, and Shift or Ctrl with arrows or clicks choose several rows; absent: they cannot be chosen. */
  readonly selection?: GridSelection;
  /** Other keys, while it has the focus. */
  readonly onKey?: (event: KeyboardEvent) => void;
}

/**
 * Rows of any number with columns, of which those in view are drawn. It has the focus, and names the cell the keys act on: arrows go
 * from cell to cell, Enter opens one.
 */
export function DataGrid(props: DataGridProps): ReactNode {
  const { label, columns, count, cell, active, onActivate, onOpen, order, onSort, selection, onKey } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [first, last] = useWindow(scroller, count, ROW_HEIGHT);
  const [chosen, setColumn] = useState(0);
  const at = Math.min(chosen, columns.length - 1);
  const gridId = useId();
  const template = columns
    .map(({ width }) => (typeof width === 'number' ? `${width}px` : width))
    .map((width, index) => (index === columns.length - 1 ? `minmax(${width}, 1fr)` : width))
    .join(' ');
  const goTo = (column: number): void => {
    setColumn(column);
    revealColumn(scroller.current, column);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    if (selection !== undefined && chooseByKey(event, selection, active)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextRow(event.key, active, count);
    if (next !== null) {
      if (event.shiftKey) selection?.extend(next);
      onActivate(next);
      // The head takes the place of a row.
      revealRow(scroller.current, next + 1, ROW_HEIGHT);
      revealRow(scroller.current, next, ROW_HEIGHT);
    } else if (event.key === 'ArrowLeft') goTo(Math.max(at - 1, 0));
    else if (event.key === 'ArrowRight') goTo(Math.min(at + 1, columns.length - 1));
    else if (event.key === 'Enter' && active >= 0 && onOpen !== undefined) onOpen(active, columns[at]?.id ?? '');
    else {
      onKey?.(event);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const onPress = (event: MouseEvent, row: number, column: number): void => {
    const isToggle = event.ctrlKey || event.metaKey || columns[column]?.id === selection?.column;
    if (event.shiftKey && active >= 0) selection?.extend(row);
    else if (isToggle) selection?.toggle(row);
    setColumn(column);
    onActivate(row);
  };
  const style = (index: number): CSSProperties => ({
    height: ROW_HEIGHT,
    gridTemplateColumns: template,
    ...(index === first ? { marginTop: first * ROW_HEIGHT } : {}),
  });
  const isDrawn = active >= first && active < last;
  return (
    <div
      ref={scroller}
      className={styles.grid}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-multiselectable={selection === undefined ? undefined : true}
      aria-activedescendant={isDrawn ? `${gridId}${active}.${at}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div
        role="row"
        aria-rowindex={1}
        className={`${styles.row} ${styles.head}`}
        style={{ gridTemplateColumns: template }}
      >
        {columns.map((column) => (
          <Head key={column.id} column={column} order={order ?? null} onSort={onSort} />
        ))}
      </div>
      <div role="rowgroup" style={{ height: count * ROW_HEIGHT, width: 'max-content', minWidth: '100%' }}>
        {Array.from({ length: Math.max(last - first, 0) }, (_, offset) => first + offset).map((row) => (
          <div
            key={row}
            role="row"
            aria-rowindex={row + 2}
            aria-selected={selection === undefined ? row === active : selection.has(row)}
            className={styles.row}
            data-active={row === active || undefined}
            data-chosen={selection?.has(row) || undefined}
            style={style(row)}
          >
            {columns.map(({ id, align }, column) => (
              <div
                key={id}
                id={`${gridId}${row}.${column}`}
                role="gridcell"
                tabIndex={-1}
                className={styles.cell}
                data-align={align}
                data-active={(row === active && column === at) || undefined}
                onMouseDown={(event) => onPress(event, row, column)}
                onDoubleClick={() => onOpen?.(row, id)}
              >
                {cell(row, id)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Scrolls sideways as little as needed to show a column. */
function revealColumn(scroller: HTMLElement | null, column: number): void {
  const head = scroller?.querySelectorAll<HTMLElement>('[role="columnheader"]')[column];
  if (!scroller || head === undefined) return;
  const end = head.offsetLeft + head.offsetWidth;
  // The start last: of a column that is wider than the view, the beginning is shown.
  if (end > scroller.scrollLeft + scroller.clientWidth) scroller.scrollLeft = end - scroller.clientWidth;
  if (head.offsetLeft < scroller.scrollLeft) scroller.scrollLeft = head.offsetLeft;
}

interface HeadProps {
  readonly column: GridColumn;
  readonly order: GridOrder | null;
  readonly onSort: DataGridProps['onSort'];
}

function Head({ column, order, onSort }: HeadProps): ReactNode {
  const { id, label, align } = column;
  const isSorted = order?.column === id;
  const direction = isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined;
  return (
    <div role="columnheader" aria-sort={direction} className={styles.cell} data-align={align} title={label}>
      {onSort === undefined || column.isSortable === false ? (
        <span className={styles.sort}>{label}</span>
      ) : (
        <button type="button" className={styles.sort} onClick={() => onSort(id)}>
          <span>{label}</span>
          {isSorted &&
            (order.isDescending ? <ArrowDownIcon size={11} aria-hidden /> : <ArrowUpIcon size={11} aria-hidden />)}
        </button>
      )}
    </div>
  );
}

/** Chooses what a key says; false for a key that does not choose. */
function chooseByKey(event: KeyboardEvent, { toggle, all }: GridSelection, active: number): boolean {
  const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a';
  if (isAll) all();
  else if (event.key === ' ' && active >= 0) toggle(active);
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** Where a key leads; null for one that leads to no row. */
function nextRow(key: string, row: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(row + 1, count - 1);
    case 'ArrowUp':
      return Math.max(row - 1, 0);
    case 'PageDown':
      return Math.min(row + PAGE, count - 1);
    case 'PageUp':
      return Math.max(row - PAGE, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
