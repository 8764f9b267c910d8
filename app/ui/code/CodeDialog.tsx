import { type KeyboardEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { TextArea } from '../controls/LinesField.tsx';
import { Dialog } from '../layout/Dialog.tsx';
import styles from './CodeDialog.module.css';
import { type CheckCode, type Code, CodeEditors, type CodeLanguage, type Completer } from './CodeEditors.ts';
import { useCodeReader } from './useCodeReader.ts';

export interface CodeDialogProps {
  readonly title: string;
  readonly language: CodeLanguage;
  readonly text: string;
  readonly check?: CheckCode | undefined;
  readonly complete?: Completer | undefined;
  /** What was typed is taken: by its button, Mod+Enter, Escape, and a click next to it. */
  readonly onDone: (text: string) => void;
  readonly onGiveUp: () => void;
}

/** Code with room for it, in an editor that colours it; a plain field until that is loaded. Only *Give up* drops what was typed. */
export function CodeDialog({ title, language, text, complete, onDone, onGiveUp, ...rest }: CodeDialogProps): ReactNode {
  const [draft, setDraft] = useState(text);
  // The editor tells of a change before it is drawn, and Escape may come in between.
  const typed = useRef(text);
  const change = (next: string): void => {
    typed.current = next;
    setDraft(next);
  };
  const done = (): void => onDone(typed.current);
  const reader = useCodeReader();
  const check: CheckCode = (each) => (rest.check ?? reader?.findMistake)?.(each, language) ?? null;
  const { frame, setFrame, plain, isLoaded } = useCodeEditor({
    language,
    label: title,
    text: draft,
    onText: change,
    check,
    complete,
  });
  const problem = check(draft)?.message;
  const take = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    event.stopPropagation();
    done();
  };
  return (
    <Dialog
      isOpen
      size="large"
      title={title}
      description="Escape and Ctrl+Enter take what is written. Ctrl+M lets Tab leave the text."
      onClose={() => {
        // Escape closes what is open in the editor first.
        if (frame?.querySelector('.find-widget.visible, .suggest-widget.visible') == null) done();
      }}
      footer={
        <>
          <Button onClick={onGiveUp}>Give up</Button>
          <Button variant="primary" onClick={done}>
            Take
          </Button>
        </>
      }
    >
      <div className={styles.room} onKeyDownCapture={take}>
        {!isLoaded && (
          <TextArea ref={plain} aria-label={title} className={styles.plain} isMono value={draft} onChange={change} />
        )}
        <div ref={setFrame} className={styles.frame} />
      </div>
      <p className={styles.problem} role="status">
        {problem}
      </p>
    </Dialog>
  );
}

interface EditorProps extends Omit<Code, 'read'> {
  readonly text: string;
}

/** The editor in `frame`; what was typed in `plain` before it came continues in it. */
function useCodeEditor({ text, ...code }: EditorProps) {
  const open = useContext(CodeEditors)?.open;
  // A dialog is drawn a moment after its parts are made.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const start = useRef({ ...code, text });
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (open === undefined || frame === null) return;
    let isGone = false;
    let close: (() => void) | undefined;
    const read = () => ({
      text: plain.current?.value ?? start.current.text,
      caret: plain.current?.selectionEnd ?? 0,
      hasFocus: document.activeElement === plain.current || document.activeElement === document.body,
    });
    void open(frame, { ...start.current, read }).then(
      (end) => {
        if (isGone) return end();
        close = end;
        setIsLoaded(true);
      },
      // The plain field stays.
      () => undefined,
    );
    return () => {
      isGone = true;
      close?.();
    };
  }, [open, frame]);
  return { frame, setFrame, plain, isLoaded };
}
