import type { ReactNode } from 'react';
import { type OwnerName, replacementOf } from '#engine/search';
import {
  BotIcon,
  BrainIcon,
  ChevronRightIcon,
  FileCode2Icon,
  SettingsIcon,
  SquareIcon,
  TriangleAlertIcon,
  WorkflowIcon,
  XIcon,
} from '../ui/icons.ts';
import { IconButton } from '../ui/index.ts';
import styles from './FindPanel.module.css';
import type { FindRow, MatchRow } from './findRows.ts';

/** Height of a row, in px. */
export const ROW_HEIGHT = 26;

const ICONS: Readonly<Record<OwnerName['kind'], ReactNode>> = {
  task: <SquareIcon aria-hidden />,
  agent: <BotIcon aria-hidden />,
  tool: <SettingsIcon aria-hidden />,
  memory: <BrainIcon aria-hidden />,
  workflow: <WorkflowIcon aria-hidden />,
};

export interface FindLineProps {
  readonly row: FindRow;
  readonly elementId: string;
  readonly isActive: boolean;
  /** Why nothing is replaced in the file. */
  readonly problem: string | null;
  readonly replacement: string | null;
  readonly isPattern: boolean;
  readonly onPress: () => void;
  readonly onDismiss: () => void;
}

/** One row: a file, what holds places in it, or a place with what it would become. */
export function FindLine(props: FindLineProps): ReactNode {
  const { row, elementId, isActive, problem, onPress, onDismiss } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active row.
    <div
      id={elementId}
      className={styles.row}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isActive}
      aria-expanded={row.kind === 'match' ? undefined : row.isOpen}
      aria-label={nameRow(props)}
      data-active={isActive || undefined}
      data-level={row.level}
      style={{ height: ROW_HEIGHT }}
      title={problem ?? undefined}
      onClick={onPress}
    >
      {row.kind !== 'match' && (
        <ChevronRightIcon aria-hidden className={styles.chevron} data-open={row.isOpen || undefined} />
      )}
      {row.kind === 'file' && <FileRowContent path={row.path} problem={problem} />}
      {row.kind === 'owner' && <OwnerContent owner={row.owner} />}
      {row.kind === 'match' && <MatchContent {...props} row={row} />}
      {row.kind !== 'match' && <span className={styles.count}>{row.count}</span>}
      <IconButton
        size="small"
        className={styles.dismiss}
        label="Exclude"
        icon={<XIcon />}
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation();
          onDismiss();
        }}
      />
    </div>
  );
}

function FileRowContent({ path, problem }: { readonly path: string; readonly problem: string | null }): ReactNode {
  return (
    <>
      {problem === null ? <FileCode2Icon aria-hidden /> : <TriangleAlertIcon aria-hidden className={styles.warning} />}
      <span className={styles.path}>{path}</span>
    </>
  );
}

function OwnerContent({ owner }: { readonly owner: OwnerName | null }): ReactNode {
  if (owner === null) return <span className={styles.name}>Open the file to see its tasks</span>;
  return (
    <>
      {ICONS[owner.kind]}
      <span className={styles.name}>{titleOf(owner)}</span>
      {owner.name !== null && owner.id !== null && <span className={styles.id}>{owner.id}</span>}
    </>
  );
}

function MatchContent({ row, replacement, isPattern }: FindLineProps & { readonly row: MatchRow }): ReactNode {
  const { before, found, after, field } = row;
  return (
    <>
      <span className={styles.excerpt}>
        {before}
        {replacement === null ? <mark>{found}</mark> : <del>{found}</del>}
        {replacement !== null && <ins>{replacementOf({ isPattern }, replacement, row.match)}</ins>}
        {after}
      </span>
      <span className={styles.field} title={field}>
        {field}
      </span>
    </>
  );
}

/** What a row is called for assistive technology. */
function nameRow({ row, problem, replacement, isPattern }: FindLineProps): string {
  if (row.kind === 'match') {
    const text = `${row.field}: ${row.before}${row.found}${row.after}`;
    return replacement === null
      ? text
      : `${text}, ${row.found} becomes ${replacementOf({ isPattern }, replacement, row.match) || 'nothing'}`;
  }
  const count = row.count === 1 ? '1 place' : `${row.count} places`;
  if (row.kind === 'file') return `${row.path}, ${count}${problem === null ? '' : `. ${problem}`}`;
  return row.owner === null ? `Lines, ${count}` : `${row.owner.kind} ${titleOf(row.owner)}, ${count}`;
}

function titleOf({ kind, id, name }: OwnerName): string {
  return name ?? id ?? (kind === 'workflow' ? 'Workflow' : `A ${kind} without an id`);
}
