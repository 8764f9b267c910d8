import type { ReactNode } from 'react';
import { select, useSession } from '../session/index.ts';
import { openMemory } from '../session/workspace/index.ts';
import { BrainIcon, EllipsisIcon, PencilIcon, Trash2Icon } from '../ui/icons.ts';
import { classes, IconButton, KindIcon, Menu, TextField } from '../ui/index.ts';
import styles from './ResourceRow.module.css';

export interface ResourceItem {
  readonly kind: 'agent' | 'tool' | 'memory';
  readonly id: string;
  /** A few words: the model, what it uses. */
  readonly detail: string;
}

export interface ResourceRowProps {
  readonly item: ResourceItem;
  readonly isReadOnly: boolean;
  readonly isRenaming: boolean;
  readonly onStartRename: () => void;
  /** The new id; the old one or an empty text give it up. */
  readonly onRename: (id: string) => void;
  readonly onRemove: () => void;
}

/** One agent, tool or memory: press it for its form. */
export function ResourceRow({
  item,
  isReadOnly,
  isRenaming,
  onStartRename,
  onRename,
  onRemove,
}: ResourceRowProps): ReactNode {
  const { kind, id, detail } = item;
  const isSelected = useSession(
    ({
      document: {
        selection: { resource },
      },
    }) => resource?.kind === kind && resource.id === id,
  );
  if (isRenaming) {
    return (
      <div className={styles.row}>
        <KindIcon kind={kind} size="small" />
        <RenameField id={id} onDone={onRename} />
      </div>
    );
  }
  return (
    <div className={classes(styles.row, isSelected && styles.selected)}>
      <button
        type="button"
        className={styles.button}
        aria-pressed={isSelected}
        onClick={() => select({ resource: { kind, id } })}
        onDoubleClick={() => !isReadOnly && onStartRename()}
      >
        <KindIcon kind={kind} size="medium" />
        <span className={styles.text}>
          <span className={styles.name}>{id || 'without id'}</span>
          <span className={styles.detail}>{detail}</span>
        </span>
      </button>
      {kind === 'memory' && (
        <IconButton
          className={styles.more}
          label={`What ${id} holds`}
          icon={<BrainIcon />}
          size="small"
          onClick={() => openMemory(id)}
        />
      )}
      {!isReadOnly && (
        <Menu
          align="end"
          trigger={<IconButton className={styles.more} label={`More for ${id}`} icon={<EllipsisIcon />} size="small" />}
          entries={[
            { label: 'Rename', icon: <PencilIcon />, onSelect: onStartRename },
            { label: 'Remove', icon: <Trash2Icon />, isDanger: true, onSelect: onRemove },
          ]}
        />
      )}
    </div>
  );
}

function RenameField({ id, onDone }: { readonly id: string; readonly onDone: (id: string) => void }): ReactNode {
  return (
    <TextField
      // The user asked to rename a moment ago: the caret belongs here.
      ref={(input) => input?.focus()}
      aria-label={`New id of ${id}`}
      size="small"
      isMono
      value={id}
      onCommit={(to) => onDone(to.trim())}
      onBlur={() => onDone(id)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone(id);
      }}
    />
  );
}
