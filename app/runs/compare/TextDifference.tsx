import { type ReactNode, useMemo } from 'react';
import { type DiffLine, diffLines } from '#engine/values';
import styles from './ValueDifference.module.css';

const SIGNS = { same: ' ', removed: '−', added: '+', skipped: '⋯' } as const;

/** Lines shown at most. */
const MOST = 2000;

/** Where two texts differ, line by line. */
export function TextDifference({ older, newer }: { readonly older: string; readonly newer: string }): ReactNode {
  const lines = useMemo(() => diffLines(older, newer), [older, newer]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
    <div className={styles.lines} role="group" aria-label="Changed lines of the YAML" tabIndex={0}>
      {lines.slice(0, MOST).map((line, index) => (
        <div key={`${index}`} data-kind={line.kind}>
          <span aria-hidden>{SIGNS[line.kind]}</span>
          <LineText line={line} />
        </div>
      ))}
      {lines.length > MOST && <p className={styles.none}>{`${lines.length - MOST} more lines are not shown.`}</p>}
    </div>
  );
}

function LineText({ line }: { readonly line: DiffLine }): ReactNode {
  if (line.kind === 'skipped') return <span />;
  if (line.kind === 'removed') return <del>{line.text}</del>;
  return line.kind === 'added' ? <ins>{line.text}</ins> : <span>{line.text}</span>;
}
