import type { InputHTMLAttributes, KeyboardEvent, ReactNode, Ref } from 'react';
import { classes } from '../base/classes.ts';
import { useDraft } from '../base/useDraft.ts';
import { useField } from './Field.tsx';
import styles from './TextField.module.css';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'prefix' | 'size'>;

export interface TextFieldProps extends InputProps {
  readonly value: string;
  /** Each keystroke. Without it the field keeps a draft and reports by `onCommit` alone. */
  readonly onChange?: ((value: string) => void) | undefined;
  /** On blur and Enter, when something changed. Escape gives the draft up. */
  readonly onCommit?: ((value: string) => void) | undefined;
  readonly isMono?: boolean | undefined;
  readonly isInvalid?: boolean | undefined;
  /** An icon before the text. */
  readonly prefix?: ReactNode;
  /** A unit, key cap or button after the text. */
  readonly suffix?: ReactNode;
  readonly size?: 'medium' | 'small' | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** One line of text. Named by its {@link Field} or by `aria-label`. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, onCommit, isMono, isInvalid, prefix, suffix, size = 'medium', className, ...rest } = props;
  const field = useField();
  const draft = useDraft(value, onCommit);
  const isDraft = onChange === undefined;

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    rest.onKeyDown?.(event);
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') draft.commit();
    if (event.key === 'Escape' && isDraft && draft.text !== value) {
      event.stopPropagation();
      draft.cancel();
    }
  }

  return (
    <div
      className={classes(styles.box, styles[size], isMono && styles.mono, className)}
      data-disabled={rest.disabled || undefined}
    >
      {prefix}
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        id={field?.id}
        aria-describedby={field?.describedBy}
        {...rest}
        aria-invalid={isInvalid || field?.isInvalid || undefined}
        className={styles.input}
        value={isDraft ? draft.text : value}
        onChange={(event) => (onChange ?? draft.set)(event.target.value)}
        onBlur={(event) => {
          draft.commit();
          rest.onBlur?.(event);
        }}
        onKeyDown={handleKey}
      />
      {suffix}
    </div>
  );
}
