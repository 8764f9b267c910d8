import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Path } from '#engine';
import { parseBareTemplate, parseTemplate } from '#engine/values';
import { hasReferenceDrag, readReferenceDrag } from '../../session/workspace/index.ts';
import {
  type Completer,
  CompletionList,
  classes,
  closeBraces,
  type TypedText,
  useCompletion,
  useField,
} from '../../ui/index.ts';
import { placedAt } from '../language/referencesFor.ts';
import styles from './ExpressionField.module.css';
import { highlightTemplate, type MarkedText } from './highlightTemplate.ts';

/** What a text is, and how it is shown. */
export interface TemplateLook {
  /** True for fields that take an expression without braces. */
  readonly isBare?: boolean | undefined;
  /** Sentences rather than code: in the typeface of the interface. */
  readonly isProse?: boolean | undefined;
  /** The field of the document it is, for values that are dropped on it or chosen from a list. */
  readonly path?: Path | undefined;
  /** Completions at an offset of the text. */
  readonly complete?: Completer | undefined;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Takes the focus when it appears. */
  readonly takesFocus?: boolean | undefined;
  readonly 'aria-label'?: string | undefined;
}

export interface TemplateAreaProps extends TemplateLook {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** What is wrong with the text, from outside; a mistake in it comes first. */
  readonly problem?: string | undefined;
  /** Shown where nothing is wrong. */
  readonly note?: ReactNode;
  /** Where the caret is when it takes the focus; at the end when omitted. */
  readonly startsAt?: number | undefined;
  /** Takes the whole height it is given. */
  readonly isLarge?: boolean | undefined;
  readonly onBlur?: (() => void) | undefined;
  /** Where the caret is now. */
  readonly onCaret?: ((caret: number) => void) | undefined;
  /** A key that no suggestion took. */
  readonly onKey?: ((event: KeyboardEvent<HTMLTextAreaElement>) => void) | undefined;
  /** Next to the text, in the corner that it keeps free. */
  readonly corner?: ReactNode;
}

/** Text that may hold `{{ expressions }}`, as it is typed: coloured, completed, mistakes marked where they are. */
export function TemplateArea(props: TemplateAreaProps): ReactNode {
  const { text, onText, isBare, isProse, complete, disabled, placeholder, takesFocus, isLarge, startsAt } = props;
  const field = useField();
  const area = useRef<HTMLTextAreaElement>(null);
  const paint = useRef<HTMLPreElement>(null);
  const template = useMemo(() => (isBare ? parseBareTemplate : parseTemplate)(text), [text, isBare]);
  const completion = useCompletion({ area, complete, onInsert: onText });
  // The check says more of an expression than its grammar does.
  const problem = props.problem ?? template.errors[0]?.message;
  const problemId = field === null ? undefined : `${field.id}-problem`;

  useEffect(() => {
    if (!takesFocus || area.current === null) return;
    area.current.focus();
    // The text may have been begun in a smaller field.
    const at = startsAt ?? area.current.value.length;
    area.current.setSelectionRange(at, at);
  }, [takesFocus, startsAt]);

  /** Writes what a value is here, and says where it cannot be read. */
  async function insertAt(reference: string, caret: number): Promise<void> {
    const placed = props.path === undefined ? reference : await placedAt(props.path, reference);
    if (placed === null) return;
    const next = insertReference({ text, caret }, placed, isBare === true);
    onText(next.text);
    completion.moveCaret(next.caret);
    area.current?.focus();
  }

  return (
    <div
      className={classes(
        styles.root,
        isProse && styles.prose,
        template.kind === 'expression' && styles.code,
        isLarge && styles.large,
      )}
    >
      <div className={classes(styles.box, problem !== undefined && styles.invalid, disabled && styles.disabled)}>
        <pre ref={paint} className={styles.paint} aria-hidden>
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
          value={text}
          onChange={(event) => {
            const typed = { text: event.target.value, caret: event.target.selectionStart };
            const isTemplate = !isBare && !isComposing(event.nativeEvent);
            const next = isTemplate ? closeBraces(text, typed) : typed;
            onText(next.text);
            if (next !== typed) completion.moveCaret(next.caret);
            completion.update(next.text, next.caret);
          }}
          onDragOver={(event) => {
            if (disabled || !hasReferenceDrag(event.dataTransfer)) return;
            event.preventDefault();
            event.dataTransfer.dropEffect = 'copy';
          }}
          onDrop={(event) => {
            const reference = readReferenceDrag(event.dataTransfer);
            if (disabled || reference === null) return;
            event.preventDefault();
            void insertAt(reference, caretAt(event, text.length));
          }}
          onSelect={(event) => props.onCaret?.(event.currentTarget.selectionEnd)}
          onScroll={(event) => paint.current?.scrollTo({ top: event.currentTarget.scrollTop })}
          onBlur={() => {
            completion.close();
            props.onBlur?.();
          }}
          onKeyDown={(event) => {
            if (!event.nativeEvent.isComposing && !completion.handleKey(event)) props.onKey?.(event);
          }}
        />
        {props.corner}
      </div>
      {completion.isOpen && <CompletionList area={area} completion={completion} />}
      {problem !== undefined ? (
        <p id={problemId} className={styles.problem}>
          {problem}
        </p>
      ) : (
        props.note && <p className={styles.note}>{props.note}</p>
      )}
    </div>
  );
}

/** The place in a text where something is dropped; its end where the browser does not say. */
function caretAt({ clientX, clientY, currentTarget }: DragEvent<HTMLTextAreaElement>, end: number): number {
  const place = document.caretPositionFromPoint?.(clientX, clientY);
  return place?.offsetNode === currentTarget ? Math.min(place.offset, end) : end;
}

function isComposing(event: Event): boolean {
  return 'isComposing' in event && event.isComposing === true;
}

function renderMark({ text, mark, isWrong }: MarkedText, index: number): ReactNode {
  return (
    <span key={index} className={classes(styles[mark], isWrong && styles.wrong)}>
      {text}
    </span>
  );
}

/** Puts an expression into a text: as a template, and as it is inside of one or where no braces are written. */
export function insertReference({ text, caret }: TypedText, reference: string, isBare: boolean): TypedText {
  const [head, tail] = [text.slice(0, caret), text.slice(caret)];
  const isInside = head.lastIndexOf('{{') > head.lastIndexOf('}}');
  const written = isBare || isInside ? reference : `{{ ${reference} }}`;
  return { text: head + written + tail, caret: head.length + written.length };
}
