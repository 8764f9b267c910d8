import type { ReactNode } from 'react';
import { ChevronRightIcon, CopyIcon, LinkIcon } from '../icons.ts';
import styles from './ValueTree.module.css';
import type { ValueRow } from './valueRows.ts';

/** Height of a line, px. */
export const ROW_HEIGHT = 22;

/** What copying a line's value gives: a text as it is, everything else as JSON. */
export function textOf({ value }: ValueRow): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

export interface ValueLineProps {
  readonly row: ValueRow;
  readonly elementId: string;
  readonly label: string;
  readonly isActive: boolean;
  readonly isMatch: boolean;
  readonly onToggle: () => void;
  readonly onCopy: (text: string) => void;
}

/** One line of a value's tree, with its buttons while it is pointed at or active. */
export function ValueLine({ row, elementId, label, isActive, isMatch, onToggle, onCopy }: ValueLineProps): ReactNode {
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
          <CopyButton title="Copy path" icon={<LinkIcon size={12} />} onCopy={() => onCopy(label + row.path)} />
          <CopyButton title="Copy value" icon={<CopyIcon size={12} />} onCopy={() => onCopy(textOf(row))} />
        </span>
      )}
    </div>
  );
}

interface CopyButtonProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly onCopy: () => void;
}

function CopyButton({ title, icon, onCopy }: CopyButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={styles.tool}
      title={title}
      aria-label={title}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        onCopy();
      }}
    >
      {icon}
    </button>
  );
}
