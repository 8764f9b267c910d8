import type { ReactNode } from 'react';
import type { Change } from '#engine/change';
import type { ListedVersion } from '../session/versions/index.ts';
import { BookmarkIcon, EllipsisIcon, GitCompareIcon, PencilIcon, Trash2Icon, Undo2Icon } from '../ui/icons.ts';
import { Badge, formatMoment, IconButton, Menu, useNow } from '../ui/index.ts';
import { describeLines, reasonOf, titleOf } from './describeVersion.ts';
import { useChanges } from './useChanges.ts';
import styles from './VersionsPanel.module.css';

export interface VersionRowProps {
  readonly version: ListedVersion;
  /** The text of the version before it; undefined: it is the first. */
  readonly older: string | undefined;
  readonly path: string;
  /** Whether it is the current text. */
  readonly isNow: boolean;
  readonly isReadOnly: boolean;
  readonly onCompare: () => void;
  readonly onRestore: () => void;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

/** One version: why it was kept, when, what it changed, and what can be done with it. */
export function VersionRow(props: VersionRowProps): ReactNode {
  const { version, path, older, isNow, isReadOnly, onCompare, onRestore, onRename, onDelete } = props;
  const now = useNow(true, 60_000);
  const title = titleOf(version);
  const reason = reasonOf(version);
  const moment = formatMoment(version.at, now);
  const changes = useChanges(path, older, version.text);
  const words = changes?.map(({ sentence }) => sentence).join('\n');
  return (
    <div className={styles.row}>
      <button
        type="button"
        className={styles.words}
        aria-label={`Compare “${title}”, ${moment}, with the current text`}
        onClick={onCompare}
      >
        <span className={styles.title}>
          {version.name !== null && <BookmarkIcon aria-hidden />}
          <span title={title}>{title}</span>
          {isNow && <Badge>now</Badge>}
        </span>
        <span className={styles.detail}>
          <time dateTime={new Date(version.at).toISOString()}>{moment}</time>
          {reason !== null && ` · ${reason}`} · {describeLines(version)}
        </span>
        {changes !== null && changes.length > 0 && (
          <span className={styles.changes} title={words}>
            {summarize(changes)}
          </span>
        )}
      </button>
      <Menu
        align="end"
        trigger={
          <IconButton
            size="small"
            label={`More for ${title}, ${moment}`}
            icon={<EllipsisIcon />}
            className={styles.more}
          />
        }
        entries={[
          { label: 'Compare with now', icon: <GitCompareIcon />, onSelect: onCompare },
          { label: 'Restore', icon: <Undo2Icon />, isDisabled: isNow || isReadOnly, onSelect: onRestore },
          {
            label: version.name === null ? 'Name…' : 'Rename…',
            icon: <PencilIcon />,
            isDisabled: isReadOnly,
            // After the menu has given the focus back.
            onSelect: () => setTimeout(onRename, 0),
          },
          'separator',
          { label: 'Delete', icon: <Trash2Icon />, isDanger: true, isDisabled: isReadOnly, onSelect: onDelete },
        ]}
      />
    </div>
  );
}

/** The first of some changes as a list has room for it, and how many more there are; null where there is none. */
export function summarize(changes: readonly Change[] | null): string | null {
  const [first, ...others] = changes ?? [];
  if (first === undefined) return null;
  return others.length === 0 ? first.sentence : `${first.sentence.replace(/\.$/, '')}, and ${others.length} more.`;
}
