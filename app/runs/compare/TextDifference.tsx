import { type ReactNode, useMemo } from 'react';
import { diffLines } from './diffLines.ts';
import styles from './ValueDifference.module.css';

const SIGNS = { same: ' ', removed: '−', added: '+', gap: '⋯' } as const;

/** Lines shown at most. */
const MOST = 2000;

/** Where two texts differ, line by line. */
export function TextDifference({ older, newer }: { readonly older: string; readonly newer: string }): ReactNode {
  const lines = useMemo(() => diffLines(older, newer), [older, newer]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
    <div className={styles.lines} role="group" aria-label="Changed lines of the YAML" tabIndex={0}>
      {lines.slice(0, MOST).map(({ kind, text }, index) => (
        <div key={`${index}`} data-kind={kind}>
          <span aria-hidden>{SIGNS[kind]}</span>
          {kind === 'removed' ? <del>{text}</del> : kind === 'added' ? <ins>{text}</ins> : <span>{text}</span>}
        </div>
      ))}
      {lines.length > MOST && <p className={styles.none}>{`${lines.length - MOST} more lines are left out.`}</p>}
    </div>
  );
}
