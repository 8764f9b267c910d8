import type { KeyboardEvent, Ref, TextareaHTMLAttributes } from 'react';
import { classes } from '../base/classes.ts';
import { useDraft } from '../base/useDraft.ts';
import { useField } from './Field.tsx';
import styles from './TextArea.module.css';

type AreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange'>;

export interface TextAreaProps extends AreaProps {
  readonly value: string;
  /** Each keystroke. Without it the field keeps a draft and reports by `onCommit` alone. */
  readonly onChange?: ((value: string) => void) | undefined;
  /** On blur, Mod+Enter and Escape, when something changed. */
  readonly onCommit?: ((value: string) => void) | undefined;
  readonly isMono?: boolean | undefined;
  readonly isInvalid?: boolean | undefined;
  readonly ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** Several lines of text; grows with them up to a third of the window. */
export function TextArea({ value, onChange, onCommit, isMono, isInvalid, className, ...rest }: TextAreaProps) {
  const field = useField();
  const draft = useDraft(value, onCommit);
  const isDraft = onChange === undefined;

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    rest.onKeyDown?.(event);
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (isDraft && event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      draft.commit();
    }
    // What was typed is never given up; a second Escape leaves.
    if (event.key === 'Escape' && isDraft && draft.text !== value) {
      event.stopPropagation();
      draft.commit();
    }
  }

  return (
    <textarea
      rows={2}
      spellCheck={false}
      id={field?.id}
      aria-describedby={field?.describedBy}
      {...rest}
      aria-invalid={isInvalid || field?.isInvalid || undefined}
      className={classes(styles.area, isMono && styles.mono, className)}
      value={isDraft ? draft.text : value}
      onChange={(event) => (onChange ?? draft.set)(event.target.value)}
      onBlur={(event) => {
        draft.commit();
        rest.onBlur?.(event);
      }}
      onKeyDown={handleKey}
    />
  );
}
