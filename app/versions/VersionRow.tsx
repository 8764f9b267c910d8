import type { ReactNode } from 'react';
import type { ListedVersion } from '../session/versions/index.ts';
import { BookmarkIcon, EllipsisIcon, PencilIcon, Trash2Icon, Undo2Icon } from '../ui/icons.ts';
import { Badge, formatMoment, IconButton, Menu, useNow } from '../ui/index.ts';
import { describeLines, reasonOf, titleOf } from './describeVersion.ts';
import styles from './VersionsPanel.module.css';

export interface VersionRowProps {
  readonly version: ListedVersion;
  /** Whether it is the text of now. */
  readonly isNow: boolean;
  readonly isReadOnly: boolean;
  readonly onRestore: () => void;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

/** One version: why it was kept, when, what it changed, and what can be done with it. */
export function VersionRow({ version, isNow, isReadOnly, onRestore, onRename, onDelete }: VersionRowProps): ReactNode {
  const now = useNow(true, 60_000);
  const title = titleOf(version);
  const reason = reasonOf(version);
  const moment = formatMoment(version.at, now);
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <p className={styles.title}>
          {version.name !== null && <BookmarkIcon aria-hidden />}
          <span title={title}>{title}</span>
          {isNow && <Badge>now</Badge>}
        </p>
        <p className={styles.detail}>
          <time dateTime={new Date(version.at).toISOString()}>{moment}</time>
          {reason !== null && ` · ${reason}`} · {describeLines(version)}
        </p>
      </div>
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
