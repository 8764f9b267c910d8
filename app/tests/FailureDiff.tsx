import { type ReactNode, useMemo } from 'react';
import { diffFailure } from '#engine/values';
import type { TestVerdict } from '../session/tests/index.ts';
import { DiffLines } from './DiffLines.tsx';
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
