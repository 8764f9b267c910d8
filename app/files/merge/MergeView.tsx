import { type ReactNode, useId } from 'react';
import type { Choice, MergeConflict } from '#engine/change';
import { diffLines } from '#engine/values';
import { classes, TextArea } from '../../ui/index.ts';
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

interface ConflictChoiceProps {
  readonly conflict: MergeConflict;
  /** Of all, from 1. */
  readonly number: number;
  readonly choice: Choice | undefined;
  /** What another text begins as. */
  readonly start: string;
  readonly onChoose: (choice: Choice) => void;
}

const SIDES = { ours: 'Ours', theirs: 'Theirs', both: 'Both' } as const;

/** One value with two answers: what it was, what each side made of it, and the choice between them. */
function ConflictChoice({ conflict, number, choice, start, onChoose }: ConflictChoiceProps): ReactNode {
  const name = useId();
  const { base, kind, answers } = conflict;
  const written = typeof choice === 'object' ? choice.text : null;
  return (
    <fieldset className={styles.conflict}>
      <legend className={styles.message}>
        <span className={styles.number}>{number}</span> {conflict.message}
      </legend>
      {base !== null && kind !== 'value' && (
        <p className={styles.before}>
          It was <code className={styles.written}>{withoutEnd(base)}</code>
        </p>
      )}
      <div className={styles.answers}>
        {answers.map((answer) => (
          <label key={answer} className={classes(styles.answer, choice === answer && styles.chosen)}>
            <input type="radio" name={name} checked={choice === answer} onChange={() => onChoose(answer)} />
            <span>{SIDES[answer]}</span>
            {answer !== 'both' && <Written text={conflict[answer]} isGone={base !== null} />}
          </label>
        ))}
        <label className={classes(styles.answer, written !== null && styles.chosen)}>
          <input type="radio" name={name} checked={written !== null} onChange={() => onChoose({ text: start })} />
          <span>Another text</span>
        </label>
      </div>
      {written !== null && (
        <TextArea
          isMono
          autoFocus
          aria-label={`Text for conflict ${number}`}
          value={written}
          onChange={(text) => onChoose({ text })}
        />
      )}
    </fieldset>
  );
}

/** What a side has at the place of a conflict. */
function Written({ text, isGone }: { readonly text: string | null; readonly isGone: boolean }): ReactNode {
  if (text === null) return <span className={styles.absent}>{isGone ? 'Removed' : 'Not there'}</span>;
  return <code className={styles.text}>{withoutEnd(text)}</code>;
}

function withoutEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}
