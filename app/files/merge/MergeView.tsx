import type { ReactNode } from 'react';
import { diffLines } from '#engine/values';
import { classes } from '../../ui/index.ts';
import { ConflictChoice } from './ConflictChoice.tsx';
import styles from './merge.module.css';
import { type MergeInHand, writtenOf } from './useMerge.ts';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

/** The conflicts of a merge, each with its choice, and what the merged text changes in the one that is here. */
export function MergeView({ merging, here }: { readonly merging: MergeInHand; readonly here: string }): ReactNode {
  const { merge, choices, choose, text } = merging;
  return (
    // The question may come while the user types: what they type must not answer it.
    <div className={styles.merge} tabIndex={-1} data-focus-first>
      {merge.conflicts.map((conflict, index) => (
        <ConflictChoice
          key={index}
          conflict={conflict}
          number={index + 1}
          choice={choices[index]}
          start={writtenOf(merge, index)}
          onChoose={(choice) => choose(index, choice)}
        />
      ))}
      {merge.findings.length > 0 && (
        <div className={styles.findings}>
          <h3 className={styles.heading}>Wrong in the merged text alone</h3>
          <ul>
            {merge.findings.map(({ message }, index) => (
              <li key={index}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <h3 className={styles.heading}>What changes here</h3>
      <TextChanges before={here} after={text} />
    </div>
  );
}

/** Two texts as a list of lines that go and come. */
function TextChanges({ before, after }: { readonly before: string; readonly after: string }): ReactNode {
  if (before === after) return <p className={styles.none}>Nothing: the text stays as it is here.</p>;
  return (
    <pre className={styles.diff} tabIndex={0}>
      {diffLines(before, after).map((line, index) =>
        line.kind === 'skipped' ? (
          <span key={index} className={styles.skipped}>
            {line.count} equal {line.count === 1 ? 'line' : 'lines'}
          </span>
        ) : (
          <span key={index} className={classes(styles.line, styles[line.kind])}>
            <span aria-hidden>{SIGNS[line.kind]} </span>
            {line.text}
          </span>
        ),
      )}
    </pre>
  );
}
