import { type ReactNode, useId } from 'react';
import type { Choice, MergeConflict } from '#engine/change';
import { classes, TextArea } from '../../ui/index.ts';
import styles from './merge.module.css';

export interface ConflictChoiceProps {
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
export function ConflictChoice({ conflict, number, choice, start, onChoose }: ConflictChoiceProps): ReactNode {
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
          It was <code>{withoutEnd(base)}</code>
        </p>
      )}
      <div className={styles.answers}>
        {answers.map((answer) => (
          <label key={answer} className={classes(styles.answer, choice === answer && styles.chosen)}>
            <input type="radio" name={name} checked={choice === answer} onChange={() => onChoose(answer)} />
            <span>{SIDES[answer]}</span>
            {answer !== 'both' && <code className={styles.text}>{withoutEnd(conflict[answer] ?? 'not there')}</code>}
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

function withoutEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}
