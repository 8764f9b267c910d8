import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { ExpandIcon, LinkIcon } from '../../ui/icons.ts';
import { IconButton, lazyPart, useDraft } from '../../ui/index.ts';
import { placedAt } from '../language/referencesFor.ts';
import styles from './ExpressionField.module.css';
import { insertReference, TemplateArea, type TemplateLook } from './TemplateArea.tsx';

const ReferencesAt = lazyPart(() => import('./ReferencePicker.tsx').then((module) => module.ReferencesAt));
const LargeEditor = lazyPart(() => import('./LargeEditor.tsx').then((module) => module.LargeEditor));

export interface ExpressionFieldProps extends TemplateLook {
  readonly value: string;
  /** On blur, Enter and Escape, when something changed: what was typed is never given up. */
  readonly onCommit: (text: string) => void;
  /** Enter makes a new line, and Mod+Enter commits. */
  readonly isMultiline?: boolean | undefined;
  /** The value in the last run, as text. */
  readonly note?: ReactNode;
  /** The diagnostic of the value as written. */
  readonly problem?: string | undefined;
}

/** A field for text that may hold `{{ expressions }}`. While it is empty, a button offers what it can read; Alt+Enter, or its button, opens a larger one. */
export function ExpressionField({ value, onCommit, isMultiline, note, problem, ...look }: ExpressionFieldProps) {
  const draft = useDraft(value, onCommit);
  const [isLarge, setIsLarge] = useState(false);
  const [picking, setPicking] = useState<DOMRect | null>(null);
  const name = look['aria-label'] ?? 'the value';
  const { path, isBare = false } = look;

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    const isEnter = event.key === 'Enter';
    const isCommit = isEnter && (isMultiline ? event.metaKey || event.ctrlKey : !event.shiftKey);
    if (isEnter && event.altKey) {
      event.preventDefault();
      setIsLarge(true);
    } else if (isCommit) {
      event.preventDefault();
      draft.commit();
    } else if (event.key === 'Escape') {
      draft.commit();
    }
  }

  const larger = {
    title: look['aria-label'] ?? 'Value',
    text: draft.text,
    onDone: (text: string) => {
      setIsLarge(false);
      if (text !== value) onCommit(text);
    },
    onGiveUp: () => setIsLarge(false),
  };
  /** Writes a value that was chosen from the list into the field, which is empty. */
  async function take(reference: string): Promise<void> {
    setPicking(null);
    const placed = path === undefined ? null : await placedAt(path, reference);
    if (placed !== null) onCommit(insertReference({ text: '', caret: 0 }, placed, isBare).text);
  }

  return (
    <>
      <TemplateArea
        {...look}
        text={draft.text}
        onText={draft.set}
        note={note}
        problem={draft.text === value ? problem : undefined}
        onBlur={draft.commit}
        onKey={handleKey}
        corner={
          !look.disabled && (
            <span className={styles.corner}>
              {path !== undefined && draft.text === '' && (
                <IconButton
                  label={`Choose a value for ${name}`}
                  icon={<LinkIcon />}
                  size="small"
                  onClick={({ currentTarget }) => setPicking(currentTarget.getBoundingClientRect())}
                />
              )}
              <IconButton
                label={`Write ${name} in a larger field`}
                shortcut="Alt+Enter"
                icon={<ExpandIcon />}
                size="small"
                onClick={() => setIsLarge(true)}
              />
            </span>
          )
        }
      />
      {picking !== null && path !== undefined && (
        <ReferencesAt at={picking} path={path} onPick={(text) => void take(text)} onClose={() => setPicking(null)} />
      )}
      {isLarge && <LargeEditor {...look} {...larger} />}
    </>
  );
}
