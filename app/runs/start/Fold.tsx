import type { ReactNode } from 'react';
import { ChevronRightIcon } from '../../ui/icons.ts';
import styles from './Fold.module.css';

interface FoldProps {
  readonly title: string;
  /** How what is in it is set. */
  readonly summary: string;
  /** True: something in it has to be seen. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Parts of the form that need no answer, behind a line that says how they are set. */
export function Fold({ title, summary, isOpen, children }: FoldProps): ReactNode {
  return (
    <details className={styles.fold} open={isOpen}>
      <summary className={styles.line}>
        <ChevronRightIcon aria-hidden />
        <span className={styles.title}>{title}</span>
        <span className={styles.summary}>{summary}</span>
      </summary>
      <div className={styles.parts}>{children}</div>
    </details>
  );
}
