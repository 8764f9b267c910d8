import { type KeyboardEvent, type ReactNode, useContext, useState } from 'react';
import { lazyPart } from '../base/lazyPart.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { TextArea, type TextAreaProps } from '../controls/TextArea.tsx';
import { ExpandIcon } from '../icons.ts';
import type { CodeDialogProps } from './CodeDialog.tsx';
import { CodeEditors } from './CodeEditors.ts';
import styles from './CodeField.module.css';

/** Code with room for it, loaded when it is first opened. */
export const CodeDialog = lazyPart(() => import('./CodeDialog.tsx').then((module) => module.CodeDialog));

interface CodeFieldProps extends TextAreaProps, Pick<CodeDialogProps, 'language' | 'check'> {
  /** What is written, in the words of the larger field. */
  readonly name: string;
}

/** Several lines of code. Alt+Enter, or its button, opens a larger field, with colours. */
export function CodeField({ name, language, check, ...area }: CodeFieldProps): ReactNode {
  const hasEditor = useContext(CodeEditors) !== null;
  const [isLarge, setIsLarge] = useState(false);
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (hasEditor && event.key === 'Enter' && event.altKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // What was typed here is kept first.
      event.currentTarget.blur();
      setIsLarge(true);
    } else area.onKeyDown?.(event);
  };
  return (
    <div className={styles.box}>
      <TextArea isMono {...area} onKeyDown={handleKey} />
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
          text={area.value}
          onDone={(text) => {
            setIsLarge(false);
            if (text !== area.value) (area.onChange ?? area.onCommit)?.(text);
          }}
          onGiveUp={() => setIsLarge(false)}
        />
      )}
    </div>
  );
}
