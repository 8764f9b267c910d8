import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { ChevronRightIcon, CopyIcon, LinkIcon } from '../icons.ts';
import { useWindow } from './useWindow.ts';
import styles from './ValueTree.module.css';
import { type PlainValue, searchValue, toValueRows, type ValueRow } from './valueRows.ts';

const ROW_HEIGHT = 22;
/** From this many characters of JSON on, a search field stands above the tree. */
const SEARCH_FROM = 400;

export interface ValueTreeProps {
  /** Name of the tree for assistive technology, and what stands before a copied path (`tasks.a.output`). */
  readonly label: string;
  readonly value: PlainValue;
  readonly onCopy: (text: string) => void;
}

/**
 * A value of any size as a tree whose parts open when asked. Lists and maps open by click or arrow keys; a search opens
 * what it finds; each line offers to copy its path as an expression and its value as text or JSON.
 */
export function ValueTree({ label, value, onCopy }: ValueTreeProps): ReactNode {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(['']));
  const [full, setFull] = useState<ReadonlySet<string>>(() => new Set());
  const [query, setQuery] = useState('');
  const [active, setActive] = useState('');
  const wanted = useDeferredValue(query);
  const found = useMemo(() => searchValue(value, wanted), [value, wanted]);
  const rows = useMemo(
    () => toValueRows(value, { open: new Set([...open, ...found.open]), full }),
    [value, open, full, found],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const [first, last] = useWindow(scroller, rows.length, ROW_HEIGHT);
  const isLarge = useMemo(() => JSON.stringify(value).length > SEARCH_FROM, [value]);

  const toggle = (row: ValueRow): void => {
    if (row.hidden !== undefined) setFull(new Set([...full, row.id.slice(0, -2)]));
    else if (!row.isEmpty)
      setOpen(row.isOpen ? new Set([...open].filter((id) => id !== row.id)) : new Set([...open, row.id]));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = rows.findIndex(({ id }) => id === active);
    const row = rows[index];
    const target = nextRow(rows, index, event.key);
    if (target) setActive(target.id);
    else if (row && (event.key === 'Enter' || (event.key === 'ArrowRight' && !row.isOpen))) toggle(row);
    else return;
    event.preventDefault();
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
      <div ref={scroller} className={styles.scroller} role="tree" aria-label={label} tabIndex={0} onKeyDown={onKeyDown}>
        <div style={{ height: rows.length * ROW_HEIGHT }} role="presentation">
          <div style={{ transform: `translateY(${first * ROW_HEIGHT}px)` }} role="presentation">
            {rows.slice(first, last).map((row) => (
              <Row
                key={row.id}
                row={row}
                label={label}
                isActive={row.id === active}
                isMatch={found.matches.has(row.id)}
                onToggle={() => {
                  setActive(row.id);
                  toggle(row);
                }}
                onCopy={onCopy}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/** Where an arrow key leads; undefined when the key opens, closes or does nothing here. */
function nextRow(rows: readonly ValueRow[], index: number, key: string): ValueRow | undefined {
  const row = rows[index];
  switch (key) {
    case 'ArrowDown':
      return rows[Math.min(index + 1, rows.length - 1)];
    case 'ArrowUp':
      return rows[Math.max(index - 1, 0)];
    case 'ArrowRight':
      return row?.isOpen ? rows[index + 1] : undefined;
    case 'ArrowLeft':
      return rows.findLast((other, at) => at < index && other.depth < (row?.depth ?? 0));
    default:
      return undefined;
  }
}

interface RowProps {
  readonly row: ValueRow;
  readonly label: string;
  readonly isActive: boolean;
  readonly isMatch: boolean;
  readonly onToggle: () => void;
  readonly onCopy: (text: string) => void;
}

function Row({ row, label, isActive, isMatch, onToggle, onCopy }: RowProps): ReactNode {
  const text = typeof row.value === 'string' ? row.value : JSON.stringify(row.value, null, 2);
  return (
    <div
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={isActive}
      aria-expanded={row.isEmpty ? undefined : row.isOpen}
      className={styles.row}
      data-active={isActive || undefined}
      data-match={isMatch || undefined}
      style={{ height: ROW_HEIGHT, paddingLeft: 4 + row.depth * 14 }}
      onClick={onToggle}
    >
      <ChevronRightIcon
        size={12}
        className={styles.chevron}
        data-open={row.isOpen || undefined}
        data-leaf={row.isEmpty || undefined}
        aria-hidden
      />
      {row.name !== null && <span className={styles.name}>{row.name}</span>}
      <span className={styles.preview} data-kind={row.kind} data-more={row.hidden !== undefined || undefined}>
        {row.preview}
      </span>
      {row.hidden === undefined && (
        <span className={styles.tools}>
          <CopyButton title="Copy path" icon={<LinkIcon size={12} />} text={label + row.path} onCopy={onCopy} />
          <CopyButton title="Copy value" icon={<CopyIcon size={12} />} text={text} onCopy={onCopy} />
        </span>
      )}
    </div>
  );
}

interface CopyButtonProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly text: string;
  readonly onCopy: (text: string) => void;
}

function CopyButton({ title, icon, text, onCopy }: CopyButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={styles.tool}
      title={title}
      aria-label={title}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        onCopy(text);
      }}
    >
      {icon}
    </button>
  );
}
