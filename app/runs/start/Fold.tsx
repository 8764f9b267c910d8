import type { ReactNode } from 'react';
import { useSession } from '../../session/index.ts';
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

/** Parts of the form that need no answer: on a phone they are behind a line that says how they are set, elsewhere they are all there. */
export function Fold({ title, summary, isOpen, children }: FoldProps): ReactNode {
  const isNarrow = useSession((state) => state.view.isNarrow);
  // The same parts at any width: what is typed in them stays when a phone is turned.
  return (
    <details className={isNarrow ? styles.fold : undefined} open={!isNarrow || isOpen}>
      <summary className={styles.line} hidden={!isNarrow}>
        <ChevronRightIcon aria-hidden />
        <span className={styles.title}>{title}</span>
        <span className={styles.summary}>{summary}</span>
      </summary>
      <div className={styles.parts}>{children}</div>
    </details>
  );
}
