import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { parseBareTemplate, parseTemplate } from '#engine/values';
import { classes, useDraft, useField } from '../../ui/index.ts';
import { CompletionList } from './CompletionList.tsx';
import type { Completer } from './completeField.ts';
import styles from './ExpressionField.module.css';
import { highlightTemplate, type MarkedText } from './highlightTemplate.ts';
import { useCompletion } from './useCompletion.ts';

export interface ExpressionFieldProps {
  readonly value: string;
  /** On blur and Enter, when something changed. Escape gives the draft up. */
  readonly onCommit: (text: string) => void;
  /** True for fields that take an expression without braces. */
  readonly isBare?: boolean | undefined;
  /** Enter makes a new line, and Mod+Enter commits. */
  readonly isMultiline?: boolean | undefined;
  /** Sentences rather than code: in the typeface of the interface. */
  readonly isProse?: boolean | undefined;
  /** Completions at an offset of the text. */
  readonly complete?: Completer | undefined;
  /** The value in the last run, as text. */
  readonly note?: ReactNode;
  /** The diagnostic of the value as written. */
  readonly problem?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Takes the focus when it appears. */
  readonly takesFocus?: boolean | undefined;
  readonly 'aria-label'?: string | undefined;
}

/** Text that may hold `{{ expressions }}`: coloured, completed as one types, mistakes marked where they are. */
export function ExpressionField(props: ExpressionFieldProps): ReactNode {
  const { value, onCommit, isBare, isMultiline, isProse, complete, note, disabled, placeholder, takesFocus } = props;
  const field = useField();
  const problemId = useId();
  const draft = useDraft(value, onCommit);
  const area = useRef<HTMLTextAreaElement>(null);
  const [isFocused, setIsFocused] = useState(false);
  const template = useMemo(() => (isBare ? parseBareTemplate : parseTemplate)(draft.text), [draft.text, isBare]);
  const completion = useCompletion({ area, complete, onInsert: draft.set });
  const problem = template.errors[0]?.message ?? (draft.text === value ? props.problem : undefined);

  useEffect(() => {
    if (takesFocus) area.current?.focus();
  }, [takesFocus]);

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing || completion.handleKey(event)) return;
    const isCommit = event.key === 'Enter' && (isMultiline ? event.metaKey || event.ctrlKey : !event.shiftKey);
    if (isCommit) {
      event.preventDefault();
      draft.commit();
    } else if (event.key === 'Escape' && draft.text !== value) {
      event.stopPropagation();
      draft.cancel();
    }
  }

  return (
    <div className={classes(styles.root, isProse && styles.prose, template.kind === 'expression' && styles.code)}>
      <div className={classes(styles.box, problem !== undefined && styles.invalid, disabled && styles.disabled)}>
        <pre className={styles.paint} aria-hidden>
          {highlightTemplate(template).map(renderMark)}
          {'\u200b'}
        </pre>
        <textarea
          ref={area}
          id={field?.id}
          aria-label={props['aria-label']}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? field?.describedBy : problemId}
          aria-autocomplete={complete ? 'list' : undefined}
          aria-controls={completion.isOpen ? completion.id : undefined}
          aria-activedescendant={completion.isOpen ? completion.activeId : undefined}
          className={styles.input}
          rows={1}
          spellCheck={false}
          autoComplete="off"
          disabled={disabled}
          placeholder={placeholder}
          value={draft.text}
          onChange={(event) => {
            draft.set(event.target.value);
            completion.update(event.target.value, event.target.selectionStart);
          }}
          onFocus={() => setIsFocused(true)}
          onBlur={() => {
            setIsFocused(false);
            completion.close();
            draft.commit();
          }}
          onKeyDown={handleKey}
        />
      </div>
      {completion.isOpen && <CompletionList completion={completion} />}
      {problem !== undefined && (!isFocused || !completion.isOpen) ? (
        <p id={problemId} className={styles.problem}>
          {problem}
        </p>
      ) : (
        note && <p className={styles.note}>{note}</p>
      )}
    </div>
  );
}

function renderMark({ text, mark, isWrong }: MarkedText, index: number): ReactNode {
  return (
    <span key={index} className={classes(styles[mark], isWrong && styles.wrong)}>
      {text}
    </span>
  );
}
