import type { ReactNode } from 'react';
import type { DiffLine } from '#engine/values';
import { classes } from '../ui/index.ts';
import styles from './diff.module.css';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

interface DiffLinesProps {
  readonly label: string;
  readonly lines: readonly DiffLine[];
  /** `expected`: what was removed is what is wanted, and what was added is wrong. */
  readonly wanted?: 'expected' | 'new';
}

/** The lines of a difference. It takes the focus, so that keys scroll what is longer than its place. */
export function DiffLines({ label, lines, wanted = 'new' }: DiffLinesProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <pre className={styles.lines} role="group" aria-label={label} data-wanted={wanted} tabIndex={0}>
      {lines.map((line, index) =>
        line.kind === 'skipped' ? (
          <span
            key={index}
            className={styles.skipped}
          >{`… ${line.count} ${line.count === 1 ? 'line' : 'lines'}\n`}</span>
        ) : (
          <span
            key={index}
            className={classes(styles.line, styles[line.kind])}
          >{`${SIGNS[line.kind]} ${line.text}\n`}</span>
        ),
      )}
    </pre>
  );
}
