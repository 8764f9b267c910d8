import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { revealRow, useRowHeight, useWindow } from '../base/rows.ts';
import { useSteps } from '../base/useSteps.ts';
import { isLongerThan } from './pieces.ts';
import { searchSteps, textOf, ValueLine } from './ValueLine.tsx';
import styles from './ValueTree.module.css';
import {
  CHILD_LIMIT,
  type FoundValues,
  isCutText,
  MORE_CHILDREN,
  openAtFirst,
  type PlainValue,
  toValueRows,
  type ValueRow,
} from './valueRows.ts';

/** Height of a line, px. */
const ROW_HEIGHT = 24;
/** Rows a page key goes. */
const PAGE = 10;
/** Keys that open or close a line, where they lead nowhere. */
const TOGGLES: readonly string[] = ['Enter', ' ', 'ArrowRight', 'ArrowLeft'];
/** From this many characters of JSON on, the tree has a search field above it. */
const SEARCH_FROM = 400;

export interface ValueTreeProps {
  /** Name of the tree for assistive technology, and the prefix of a copied path (`tasks.a.output`). */
  readonly label: string;
  readonly value: PlainValue;
  readonly onCopy: (text: string) => void;
  /** Shows a part for itself, by its path from the root (`.items[0]`); absent: nothing does. */
  readonly onRead?: (path: string, value: PlainValue) => void;
  /** Its lines can be dragged: puts one, by its path as it is copied, on the drag. */
  readonly onDrag?: ((transfer: DataTransfer, path: string) => void) | undefined;
  /** True: it is the result of something, which is open as a whole where it is short. */
  readonly isResult?: boolean;
}

/**
 * A value of any size as a tree whose parts open when asked. Lists and maps open by click or arrow keys; a search opens
 * what it finds; each line offers to copy its path as an expression and its value as text or JSON, by its buttons or by
 * Shift+C and C, and to be read for itself, by its button or O; a text that is cut off by Enter or a click, too. The tree has the focus, and names the line the keys act on.
 */
export function ValueTree({ label, value, onCopy, onRead, onDrag, isResult = false }: ValueTreeProps): ReactNode {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => openAtFirst(value, isResult));
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(() => new Map());
  const [query, setQuery] = useState('');
  const [active, setActive] = useState('');
  const wanted = useDeferredValue(query);
  const search = useCallback(() => searchSteps(value, wanted), [value, wanted]);
  const found = useSteps(search, lastFound) ?? NOTHING;
  const rows = useMemo(
    () => toValueRows(value, { open, shown, found: wanted === '' ? undefined : found }),
    [value, open, shown, found, wanted],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRowHeight(ROW_HEIGHT);
  const [first, last] = useWindow(scroller, rows.length, height);
  const treeId = useId();
  const activeIndex = rows.findIndex(({ id }) => id === active);
  const isActiveDrawn = activeIndex >= first && activeIndex < last;
  const isLarge = useMemo(() => isLongerThan(value, SEARCH_FROM), [value]);

  const showMore = (id: string): void =>
    setShown(new Map([...shown, [id, (shown.get(id) ?? CHILD_LIMIT) + MORE_CHILDREN]]));
  const toggle = (row: ValueRow): void => {
    if (row.hidden !== undefined) showMore(row.id.slice(0, -2));
    else if (onRead !== undefined && isCutText(row.value)) onRead(row.path, row.value);
    else if (!row.isEmpty)
      setOpen(row.isOpen ? new Set([...open].filter((id) => id !== row.id)) : new Set([...open, row.id]));
  };
  const activate = (index: number): void => {
    const row = rows[index];
    if (!row) return;
    setActive(row.id);
    revealRow(scroller.current, index, height);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = Math.max(
      rows.findIndex(({ id }) => id === active),
      0,
    );
    const row = rows[index];
    const target = nextIndex(rows, index, event.key);
    if (target !== undefined) activate(target);
    else if (row && TOGGLES.includes(event.key)) toggle(row);
    else if (row && row.hidden === undefined && event.key.toLowerCase() === 'c')
      onCopy(event.shiftKey ? label + row.path : textOf(row));
    else if (row && onRead !== undefined && row.hidden === undefined && event.key.toLowerCase() === 'o')
      onRead(row.path, row.value);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.tree}>
      {isLarge && (
        <input
          type="search"
          className={styles.search}
          placeholder="Search keys and values"
          aria-label={`Search ${label}`}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      {wanted !== '' && <div className={styles.count}>{found.matches.size} found</div>}
      <div
        ref={scroller}
        className={styles.scroller}
        role="tree"
        aria-label={label}
        aria-activedescendant={isActiveDrawn ? `${treeId}${active}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: rows.length * height }} role="presentation">
          <div style={{ transform: `translateY(${first * height}px)` }} role="presentation">
            {rows.slice(first, last).map((row) => (
              <ValueLine
                key={row.id}
                row={row}
                height={height}
                elementId={treeId + row.id}
                label={label}
                isActive={row.id === active}
                isMatch={found.matches.has(row.id)}
                onToggle={() => {
                  setActive(row.id);
                  toggle(row);
                }}
                onCopy={onCopy}
                onRead={onRead}
                onDrag={onDrag}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

const NOTHING: FoundValues = { matches: new Set(), open: new Set() };

/** What a search has found so far: its sets grow, so the tree gets copies. */
function lastFound(before: FoundValues | null, steps: readonly FoundValues[]): FoundValues {
  const last = steps.at(-1) ?? before;
  return last === null ? NOTHING : { matches: new Set(last.matches), open: new Set(last.open) };
}

/** Where a key leads; undefined when it opens, closes or does nothing here. */
function nextIndex(rows: readonly ValueRow[], index: number, key: string): number | undefined {
  const row = rows[index];
  const parent = rows.findLastIndex((other, at) => at < index && other.depth < (row?.depth ?? 0));
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, rows.length - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'PageDown':
      return Math.min(index + PAGE, rows.length - 1);
    case 'PageUp':
      return Math.max(index - PAGE, 0);
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowRight':
      return row?.isOpen ? index + 1 : undefined;
    case 'ArrowLeft':
      return parent >= 0 && !row?.isOpen ? parent : undefined;
    default:
      return undefined;
  }
}
