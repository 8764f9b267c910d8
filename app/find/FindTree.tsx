import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import { port } from '../session/index.ts';
import { findParentRow, moveInRows, revealRow, useWindow } from '../ui/index.ts';
import { FindLine, ROW_HEIGHT } from './FindLine.tsx';
import styles from './FindPanel.module.css';
import type { FindRow, MatchRow } from './findRows.ts';
import type { ReplacePlan } from './planReplace.ts';

export interface FindTreeProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly rows: readonly FindRow[];
  readonly plans: ReadonlyMap<string, ReplacePlan>;
  readonly replacement: string | null;
  readonly isPattern: boolean;
  readonly onToggle: (row: FindRow) => void;
  readonly onShow: (row: MatchRow) => void;
  /** Takes a place out of the list, or all below a row. */
  readonly onDismiss: (row: FindRow) => void;
}

/** What was found, as a tree of any length: the tree has the focus, and names the row that the keys act on. */
export function FindTree(props: FindTreeProps): ReactNode {
  const { ref, rows, plans, replacement, isPattern, onToggle, onShow, onDismiss } = props;
  const [active, setActive] = useState<string | null>(null);
  const [first, last] = useWindow(ref, rows.length, ROW_HEIGHT);
  const treeId = useId();
  const known = rows.findIndex(({ id }) => id === active);
  const index =
    known === -1
      ? Math.max(
          0,
          rows.findIndex(({ kind }) => kind === 'match'),
        )
      : known;
  const row = rows[index];

  const activate = (to: number): void => {
    const next = rows[to];
    if (!next) return;
    setActive(next.id);
    revealRow(ref.current, to, ROW_HEIGHT);
  };
  const act = (target: FindRow): void => (target.kind === 'match' ? onShow(target) : onToggle(target));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const to = nextIndex(rows, index, key);
    if (key === 'Escape' || (key === 'ArrowUp' && index === 0)) port('find')?.focus();
    else if (to !== undefined) activate(to);
    else if (key === 'Enter' || key === ' ') act(row);
    else if ((key === 'ArrowRight' || key === 'ArrowLeft') && row.kind !== 'match') onToggle(row);
    else if (key === 'Delete' || key === 'Backspace') {
      activate(index + 1 < rows.length ? index + 1 : index - 1);
      onDismiss(row);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={ref}
      className={styles.tree}
      role="tree"
      aria-label="Found"
      aria-activedescendant={row && index >= first && index < last ? treeId + row.id : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: rows.length * ROW_HEIGHT }} role="presentation">
        <div style={{ transform: `translateY(${first * ROW_HEIGHT}px)` }} role="presentation">
          {rows.slice(first, last).map((each) => (
            <FindLine
              key={each.id}
              row={each}
              elementId={treeId + each.id}
              isActive={each === row}
              problem={each.kind === 'file' ? (plans.get(each.path)?.problem ?? null) : null}
              replacement={replacement}
              isPattern={isPattern}
              onPress={() => {
                setActive(each.id);
                act(each);
              }}
              onDismiss={() => onDismiss(each)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Where a key leads; undefined where it opens, closes or does nothing here. */
function nextIndex(rows: readonly FindRow[], index: number, key: string): number | undefined {
  const row = rows[index];
  switch (key) {
    case 'ArrowRight':
      return row?.kind === 'match' ? index : row?.isOpen ? index + 1 : undefined;
    case 'ArrowLeft':
      return row?.kind !== 'match' && row?.isOpen ? undefined : (findParentRow(rows, index) ?? index);
    default:
      return moveInRows(key, index, rows.length);
  }
}
