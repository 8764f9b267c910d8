import type { ReactNode } from 'react';
import styles from './aloud.module.css';

/** A text that screen readers say and nobody sees. */
export function Aloud({ children }: { readonly children: ReactNode }) {
  return <span className={styles.aloud}>{children}</span>;
}
