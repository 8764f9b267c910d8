import { type ReactNode, useMemo } from 'react';
import { type DiffLine, diffFailure } from '#engine/values';
import type { TestVerdict } from '../session/tests/index.ts';
import { classes } from '../ui/index.ts';
import styles from './diff.module.css';

/** What a failed test expected and what it received, side by side; nothing where the message says all. */
export function FailureDiff({ failure }: { readonly failure: TestVerdict['failures'][number] }): ReactNode {
  const diff = useMemo(() => diffFailure(failure), [failure]);
  if (diff === null) return null;
  const { path, isFirst } = diff;
  return (
    <>
      {path !== '' && (
        <p className={styles.place}>
          {isFirst ? 'First difference at ' : 'At '}
          <code>{path}</code>
        </p>
      )}
      {diff.kind === 'values' ? (
        <dl className={styles.values}>
          <dt>Expected</dt>
          <dd>{diff.expected}</dd>
          <dt>Received</dt>
          <dd>{diff.received}</dd>
        </dl>
      ) : (
        <DiffLines label="Expected −, received +" lines={diff.lines} wanted="expected" />
      )}
    </>
  );
}

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
