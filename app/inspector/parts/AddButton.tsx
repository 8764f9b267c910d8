import type { ReactNode } from 'react';
import { PlusIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import styles from './AddButton.module.css';

export interface AddButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** The button below a list that adds to it. */
export function AddButton({ onClick, children }: AddButtonProps): ReactNode {
  return (
    <Button className={styles.add} variant="ghost" size="small" icon={<PlusIcon />} onClick={onClick}>
      {children}
    </Button>
  );
}
