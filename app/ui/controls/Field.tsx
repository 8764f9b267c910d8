import { createContext, type ReactNode, useContext, useId } from 'react';
import { classes } from '../base/classes.ts';
import styles from './Field.module.css';

interface FieldIds {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

/** What the control inside a {@link Field} takes over: its id, its description, whether it is marked wrong. Null outside. */
export function useField(): FieldIds | null {
  return useContext(FieldContext);
}

export interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong and what to do; marks the control invalid. */
  readonly error?: ReactNode;
  /** `row` puts the label to the left, as in the inspector; `stack` above. */
  readonly layout?: 'row' | 'stack' | undefined;
  /** Which field of the document it is, by its place there. */
  readonly field?: string | undefined;
  /** Buttons at the right end of the label. */
  readonly trailing?: ReactNode;
  /** One control of this kit (or several: the first takes the label). */
  readonly children: ReactNode;
}

/** A labelled control with hint and error; the control inside is named and described by them. */
export function Field({ label, hint, error, layout = 'stack', field, trailing, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  const ids = { id, describedBy: note ? noteId : undefined, isInvalid: Boolean(error) };
  return (
    <div className={classes(styles.field, styles[layout])} data-field={field}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {trailing}
      </div>
      <div className={styles.control}>
        <FieldContext value={ids}>{children}</FieldContext>
        {note && (
          <p id={noteId} className={error ? styles.error : styles.hint}>
            {note}
          </p>
        )}
      </div>
    </div>
  );
}
