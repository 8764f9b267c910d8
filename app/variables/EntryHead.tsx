import type { ReactNode } from 'react';
import { Trash2Icon } from '../ui/icons.ts';
import { IconButton } from '../ui/index.ts';
import styles from './VariablesPanel.module.css';

export interface EntryHeadProps {
  readonly name: string;
  /** What its last button says. */
  readonly removeLabel: string;
  readonly isReadOnly: boolean;
  readonly onRemove: () => void;
  /** Between the name and the button that deletes it. */
  readonly children: ReactNode;
}

/** The first line of a variable, a secret or a server: its name, what can be done to it, and at the end its deletion. */
export function EntryHead({ name, removeLabel, isReadOnly, onRemove, children }: EntryHeadProps): ReactNode {
  return (
    <div className={styles.head}>
      <code className={styles.name}>{name}</code>
      {children}
      <IconButton size="small" label={removeLabel} icon={<Trash2Icon />} disabled={isReadOnly} onClick={onRemove} />
    </div>
  );
}
