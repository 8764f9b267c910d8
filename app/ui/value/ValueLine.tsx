import type { ReactNode } from 'react';
import { ChevronRightIcon, CopyIcon, ExpandIcon, LinkIcon } from '../icons.ts';
import { escapeHidden } from './escapeHidden.ts';
import styles from './ValueTree.module.css';
import { isCutText, type PlainValue, type ValueRow } from './valueRows.ts';

/** What copying a line's value gives: a text as it is, everything else as JSON. */
export function textOf({ value }: ValueRow): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

export interface ValueLineProps {
  readonly row: ValueRow;
  /** In px. */
  readonly height: number;
  readonly elementId: string;
  readonly label: string;
  readonly isActive: boolean;
  readonly isMatch: boolean;
  readonly onToggle: () => void;
  readonly onCopy: (text: string) => void;
  /** Shows the value for itself; undefined: nothing does. */
  readonly onRead: ((path: string, value: PlainValue) => void) | undefined;
  readonly onDrag?: ((transfer: DataTransfer, path: string) => void) | undefined;
}

/** One line of a value's tree, with its buttons while it is pointed at or active. */
export function ValueLine(props: ValueLineProps): ReactNode {
  const { row, height, elementId, label, isActive, isMatch, onToggle, onCopy, onRead, onDrag } = props;
  return (
    <div
      id={elementId}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={isActive}
      aria-expanded={row.isEmpty ? undefined : row.isOpen}
      className={styles.row}
      data-active={isActive || undefined}
      data-match={isMatch || undefined}
      style={{ height, paddingLeft: 4 + row.depth * 14 }}
      draggable={onDrag !== undefined && row.hidden === undefined}
      onDragStart={(event) => onDrag?.(event.dataTransfer, label + row.path)}
      onClick={onToggle}
    >
      <ChevronRightIcon
        size={12}
        className={styles.chevron}
        data-open={row.isOpen || undefined}
        data-leaf={row.isEmpty || undefined}
        aria-hidden
      />
      {row.name !== null && <span className={styles.name}>{escapeHidden(row.name)}</span>}
      <span className={styles.preview} data-kind={row.kind} data-more={row.hidden !== undefined || undefined}>
        {row.preview}
      </span>
      {onRead !== undefined && isCutText(row.value) && <span className={styles.length}>{formatSize(row.value)}</span>}
      {row.hidden === undefined && (
        <span className={styles.tools}>
          {onRead !== undefined && row.depth > 0 && (
            <LineButton title="Read" icon={<ExpandIcon size={12} />} onPress={() => onRead(row.path, row.value)} />
          )}
          <LineButton title="Copy path" icon={<LinkIcon size={12} />} onPress={() => onCopy(label + row.path)} />
          <LineButton title="Copy value" icon={<CopyIcon size={12} />} onPress={() => onCopy(textOf(row))} />
        </span>
      )}
    </div>
  );
}

function formatSize(text: string): string {
  return `${text.length.toLocaleString('en')} characters`;
}

interface LineButtonProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly onPress: () => void;
}

function LineButton({ title, icon, onPress }: LineButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={styles.tool}
      title={title}
      aria-label={title}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      {icon}
    </button>
  );
}
