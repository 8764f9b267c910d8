import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { ChevronRightIcon } from './icons.ts';
import styles from './Tree.module.css';

const PAGE = 100;

export interface TreeProps<Item> {
  readonly label: string;
  readonly roots: readonly Item[];
  /** Unique and stable in the whole tree. */
  readonly idOf: (item: Item) => string;
  /** Null for a leaf; called only once the item is open. A cheap answer to `hasChildren` keeps huge trees quick. */
  readonly childrenOf: (item: Item) => readonly Item[] | null;
  readonly hasChildren: (item: Item) => boolean;
  readonly renderRow: (item: Item) => ReactNode;
  readonly initiallyOpen?: ((item: Item, depth: number) => boolean) | undefined;
  /** Enter or a double click on a row. */
  readonly onActivate?: ((item: Item) => void) | undefined;
}

/**
 * A tree that makes only the rows that are open, long lists 100 at a time. Arrow keys walk, open and close;
 * Home and End jump; one row is in the tab order.
 */
export function Tree<Item>(props: TreeProps<Item>) {
  const root = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<string | null>(null);

  function handleKey(event: KeyboardEvent<HTMLUListElement>) {
    const rows = [...(root.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])];
    const index = rows.findIndex(
      (row) => event.target instanceof Element && row === event.target.closest('[role="treeitem"]'),
    );
    const row = rows[index];
    if (!row) return;
    const isOpen = row.getAttribute('aria-expanded');
    const toggle = () => row.querySelector<HTMLElement>('[data-toggle]')?.click();
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusOn(rows[index + 1]),
      ArrowUp: () => focusOn(rows[index - 1]),
      Home: () => focusOn(rows[0]),
      End: () => focusOn(rows.at(-1)),
      ArrowRight: () => (isOpen === 'false' ? toggle() : isOpen === 'true' && focusOn(rows[index + 1])),
      ArrowLeft: () => (isOpen === 'true' ? toggle() : focusOn(row.parentElement?.closest('[role="treeitem"]'))),
    };
    const move = moves[event.key];
    if (!move || event.target !== row) return;
    event.preventDefault();
    move();
  }

  const first = props.roots[0];
  const tabStop = focused ?? (first === undefined ? null : props.idOf(first));
  return (
    <ul ref={root} role="tree" aria-label={props.label} className={styles.tree} onKeyDown={handleKey}>
      <Rows {...props} items={props.roots} depth={0} tabStop={tabStop} onFocusRow={setFocused} />
    </ul>
  );
}

function focusOn(target: Element | null | undefined): void {
  if (target instanceof HTMLElement) target.focus();
}

interface RowsProps<Item> extends TreeProps<Item> {
  readonly items: readonly Item[];
  readonly depth: number;
  readonly tabStop: string | null;
  readonly onFocusRow: (id: string) => void;
}

function Rows<Item>({ items, ...rest }: RowsProps<Item>) {
  const [limit, setLimit] = useState(PAGE);
  return (
    <>
      {items.slice(0, limit).map((item) => (
        <Row key={rest.idOf(item)} item={item} {...rest} />
      ))}
      {items.length > limit && (
        <li role="none" style={{ paddingLeft: rest.depth * 14 + 18 }}>
          <button type="button" className={styles.more} onClick={() => setLimit(limit + PAGE)}>
            Show {Math.min(PAGE, items.length - limit)} more of {items.length}
          </button>
        </li>
      )}
    </>
  );
}

function Row<Item>({ item, ...rest }: Omit<RowsProps<Item>, 'items'> & { readonly item: Item }) {
  const { depth, idOf, childrenOf, hasChildren, renderRow, initiallyOpen, onActivate, tabStop, onFocusRow } = rest;
  const [isOpen, setIsOpen] = useState(() => initiallyOpen?.(item, depth) ?? false);
  const id = idOf(item);
  const canOpen = hasChildren(item);
  return (
    <li
      role="treeitem"
      aria-expanded={canOpen ? isOpen : undefined}
      aria-level={depth + 1}
      tabIndex={tabStop === id ? 0 : -1}
      className={styles.item}
      onFocus={(event) => event.target === event.currentTarget && onFocusRow(id)}
      onKeyDown={(event) => event.key === 'Enter' && event.target === event.currentTarget && onActivate?.(item)}
    >
      <div className={styles.row} style={{ paddingLeft: depth * 14 }} onDoubleClick={() => onActivate?.(item)}>
        {canOpen ? (
          <button
            type="button"
            data-toggle
            tabIndex={-1}
            aria-hidden
            className={styles.toggle}
            data-open={isOpen || undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronRightIcon />
          </button>
        ) : (
          <span className={styles.toggle} />
        )}
        <div className={styles.content}>{renderRow(item)}</div>
      </div>
      {canOpen && isOpen && (
        <ul role="group" className={styles.group}>
          <Rows {...rest} items={childrenOf(item) ?? []} depth={depth + 1} />
        </ul>
      )}
    </li>
  );
}
