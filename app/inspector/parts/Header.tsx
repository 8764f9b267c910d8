import type { ReactNode } from 'react';
import type { Path } from '#engine';
import { useIsReadOnly } from '../../session/index.ts';
import { type Kind, KindIcon, TextField } from '../../ui/index.ts';
import styles from './Header.module.css';

export interface HeaderProps {
  readonly kind: Kind;
  /** Where it is in the document. */
  readonly path?: Path | undefined;
  /** The title, edited in place where `onRename` is given. */
  readonly name: string;
  readonly namePlaceholder?: string | undefined;
  readonly onRename?: ((name: string) => void) | undefined;
  readonly id?: string | undefined;
  readonly idPlaceholder?: string | undefined;
  readonly onRenameId?: ((id: string) => void) | undefined;
  readonly trailing?: ReactNode;
}

/** The head of a form: what it is about, its name and id (both edited in place), and its state. */
export function Header(props: HeaderProps): ReactNode {
  const { kind, path, name, namePlaceholder, onRename, id, idPlaceholder = 'id', onRenameId, trailing } = props;
  const isReadOnly = useIsReadOnly() !== null;
  return (
    <header className={styles.header}>
      <KindIcon kind={kind} size="medium" />
      <div className={styles.names}>
        {onRename && <h2 className={styles.hidden}>{name || namePlaceholder}</h2>}
        {onRename ? (
          <TextField
            className={styles.name}
            aria-label="Name"
            data-field={path && [...path, 'name'].join('.')}
            placeholder={namePlaceholder}
            disabled={isReadOnly}
            value={name}
            onCommit={onRename}
          />
        ) : (
          <h2 className={styles.title}>{name}</h2>
        )}
        {id !== undefined &&
          (onRenameId ? (
            <TextField
              className={styles.id}
              aria-label="ID"
              data-field={path && [...path, 'id'].join('.')}
              placeholder={idPlaceholder}
              isMono
              disabled={isReadOnly}
              value={id}
              onCommit={onRenameId}
            />
          ) : (
            <p className={styles.note}>{id}</p>
          ))}
      </div>
      {trailing && <div className={styles.trailing}>{trailing}</div>}
    </header>
  );
}
