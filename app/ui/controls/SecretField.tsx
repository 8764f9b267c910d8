import { type ClipboardEvent, type InputEvent, type Ref, useImperativeHandle, useRef } from 'react';
import { classes } from '../base/classes.ts';
import { useField } from './Field.tsx';
import styles from './TextField.module.css';

export interface SecretFieldProps {
  /** On Enter and on blur, when something was typed; the field is empty again then. */
  readonly onCommit?: ((value: string) => void) | undefined;
  readonly placeholder?: string | undefined;
  readonly size?: 'medium' | 'small' | undefined;
  readonly disabled?: boolean | undefined;
  readonly 'aria-label'?: string | undefined;
  /** Takes what was typed out of the field. */
  readonly ref?: Ref<{ readonly take: () => string }> | undefined;
}

/**
 * One line for a secret; one of several lines, such as a PEM key, is pasted. What is typed is never drawn, kept in state or written to the document: it is held by the
 * browser's own field until it is read. Named by its {@link Field} or by `aria-label`.
 */
export function SecretField({ onCommit, placeholder, size = 'medium', disabled, ref, ...rest }: SecretFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // A field of one line drops the line breaks of a key that is pasted: such a text is held next to it, whole, until it is read.
  const pasted = useRef<string | null>(null);
  const field = useField();
  function take(): string {
    const value = pasted.current ?? input.current?.value ?? '';
    pasted.current = null;
    if (input.current) input.current.value = '';
    return value;
  }
  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const text = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
    if (!text.trimEnd().includes('\n')) return;
    event.preventDefault();
    pasted.current = text;
    event.currentTarget.value = text.replaceAll('\n', '');
  }
  /** What is typed takes the place of what was pasted: no one sees where in that the caret is. */
  function type(event: InputEvent<HTMLInputElement>): void {
    if (pasted.current === null) return;
    pasted.current = null;
    event.currentTarget.value = event.nativeEvent.data ?? '';
  }
  useImperativeHandle(ref, () => ({ take }));
  function commit() {
    const value = onCommit === undefined ? '' : take();
    if (value !== '') onCommit?.(value);
  }
  return (
    <div className={classes(styles.box, styles[size], styles.mono)} data-disabled={disabled || undefined}>
      <input
        ref={input}
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        id={field?.id}
        aria-describedby={field?.describedBy}
        aria-invalid={field?.isInvalid || undefined}
        aria-label={rest['aria-label']}
        className={styles.input}
        placeholder={placeholder}
        disabled={disabled}
        onPaste={paste}
        onInput={type}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit();
          if (event.key === 'Escape' && input.current?.value !== '') {
            event.stopPropagation();
            take();
          }
        }}
      />
    </div>
  );
}
