import type { ReactNode } from 'react';
import { classes } from '../base/classes.ts';
import styles from './KeyValueRow.module.css';

export interface KeyValueRowProps {
  readonly label: ReactNode;
  readonly isMono?: boolean | undefined;
  readonly children: ReactNode;
}

/** One fact: its name left, its value right. */
export function KeyValueRow({ label, isMono, children }: KeyValueRowProps) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <span className={classes(styles.value, isMono && styles.mono)}>{children}</span>
    </div>
  );
}
