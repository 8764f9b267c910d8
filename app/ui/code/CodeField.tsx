import { type KeyboardEvent, type ReactNode, useContext, useState } from 'react';
import { lazyPart } from '../base/lazyPart.tsx';
import { useDraft } from '../base/useDraft.ts';
import { IconButton } from '../controls/IconButton.tsx';
import type { TextAreaProps } from '../controls/LinesField.tsx';
import { ExpandIcon } from '../icons.ts';
import { CodeArea } from './CodeArea.tsx';
import type { CodeDialogProps } from './CodeDialog.tsx';
import type { CodeProblem } from './CodeEditors.ts';
import { CodeEditors } from './CodeEditors.ts';
import styles from './CodeField.module.css';

/** Code with room for it, loaded when it is first opened. */
const CodeDialog = lazyPart(() => import('./CodeDialog.tsx').then((module) => module.CodeDialog));

export interface CodeFieldProps
  extends Omit<TextAreaProps, 'ref' | 'isMono'>,
    Pick<CodeDialogProps, 'language' | 'check' | 'complete'> {
  /** What is written, in the words of the larger field. */
  readonly name: string;
  /** What is wrong with the text as it is written, besides what `check` finds. */
  readonly problems?: readonly CodeProblem[] | undefined;
}

/** Several lines of code, coloured, completed and checked as they are typed. Alt+Enter, or its button, opens a larger field. */
export function CodeField({ name, value, onChange, onCommit, problems, ...area }: CodeFieldProps): ReactNode {
  const { language, check, complete } = area;
  const hasEditor = useContext(CodeEditors) !== null;
  const [isLarge, setIsLarge] = useState(false);
  const draft = useDraft(value, onCommit);
  const isDraft = onChange === undefined;
  const text = isDraft ? draft.text : value;
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const isEnter = event.key === 'Enter';
    if (hasEditor && isEnter && event.altKey) {
      event.preventDefault();
      // What was typed here is kept first.
      event.currentTarget.blur();
      setIsLarge(true);
      return;
    }
    area.onKeyDown?.(event);
    if (event.defaultPrevented || !isDraft) return;
    if (isEnter && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      draft.commit();
    }
    // What was typed is never given up; a second Escape leaves.
    if (event.key === 'Escape' && draft.text !== value) {
      event.stopPropagation();
      draft.commit();
    }
  };
  return (
    <div className={styles.box}>
      <CodeArea
        {...area}
        value={text}
        problems={text === value ? problems : undefined}
        onChange={onChange ?? draft.set}
        onBlur={(event) => {
          draft.commit();
          area.onBlur?.(event);
        }}
        onKeyDown={handleKey}
      />
      {hasEditor && !area.disabled && (
        <IconButton
          className={styles.expand}
          label={`Write ${name} in a larger field`}
          shortcut="Alt+Enter"
          icon={<ExpandIcon />}
          size="small"
          onClick={() => setIsLarge(true)}
        />
      )}
      {isLarge && (
        <CodeDialog
          title={name}
          language={language}
          check={check}
          complete={complete}
          text={value}
          onDone={(next) => {
            setIsLarge(false);
            if (next !== value) (onChange ?? onCommit)?.(next);
          }}
          onGiveUp={() => setIsLarge(false)}
        />
      )}
    </div>
  );
}
