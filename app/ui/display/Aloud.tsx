import type { ReactNode } from 'react';
import styles from './aloud.module.css';

/** A visually hidden text for screen readers. */
export function Aloud({ children }: { readonly children: ReactNode }) {
  return <span className={styles.aloud}>{children}</span>;
}
