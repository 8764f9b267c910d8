import type { ReactNode } from 'react';
import styles from './visuallyHidden.module.css';

/** A visually hidden text for screen readers. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.visuallyHidden}>{children}</span>;
}
