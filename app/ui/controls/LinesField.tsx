import type { KeyboardEvent, Ref, TextareaHTMLAttributes } from 'react';
import { classes } from '../base/classes.ts';
import { useDraft } from '../base/useDraft.ts';
import { useField } from './Field.tsx';
import styles from './TextArea.module.css';

interface LinesFieldProps extends Omit<TextAreaProps, 'rows'> {
  readonly size?: 'medium' | 'small' | undefined;
}

/**
 * A text that mostly has one line, and keeps the lines of what is pasted. As long as it has one, Enter does what it does in a field of one line: it commits a
 * draft, or sends the form; Shift+Enter breaks the line. Named by its {@link Field} or by `aria-label`.
 */
export function LinesField(props: LinesFieldProps) {
  const { value, onChange, onCommit, isMono, isInvalid, size = 'medium', className, ...rest } = props;
  const field = useField();
  const draft = useDraft(value, onCommit);
  const isDraft = onChange === undefined;
  const text = isDraft ? draft.text : value;

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    rest.onKeyDown?.(event);
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && !text.includes('\n')) {
      event.preventDefault();
      if (isDraft) draft.commit();
      else send(event.currentTarget.form);
    }
    if (event.key === 'Escape' && isDraft && draft.text !== value) {
      event.stopPropagation();
      draft.cancel();
    }
  }

  return (
    <textarea
      rows={1}
      autoComplete="off"
      spellCheck={false}
      id={field?.id}
      aria-describedby={field?.describedBy}
      {...rest}
      aria-invalid={isInvalid || field?.isInvalid || undefined}
      className={classes(styles.area, styles.lines, size === 'small' && styles.small, isMono && styles.mono, className)}
      value={text}
      onChange={(event) => (onChange ?? draft.set)(event.target.value)}
      onBlur={(event) => {
        draft.commit();
        rest.onBlur?.(event);
      }}
      onKeyDown={handleKey}
    />
  );
}

/** As Enter in a field of one line does: not where the button that sends is disabled. */
function send(form: HTMLFormElement | null): void {
  const buttons = [...(form?.elements ?? [])].filter(
    (element): element is HTMLButtonElement => element instanceof HTMLButtonElement && element.type === 'submit',
  );
  const [button] = buttons;
  if (button === undefined) form?.requestSubmit();
  else if (!button.disabled) form?.requestSubmit(button);
}

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
