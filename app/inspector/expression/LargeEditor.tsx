import { type ReactNode, useRef, useState } from 'react';
import { Button, Dialog } from '../../ui/index.ts';
import { ReferencePicker } from './ReferencePicker.tsx';
import { insertReference, TemplateArea, type TemplateLook } from './TemplateArea.tsx';

export interface LargeEditorProps extends TemplateLook {
  readonly title: string;
  readonly text: string;
  /** What was typed is taken: by its button, Mod+Enter, Escape, and a click next to it. */
  readonly onDone: (text: string) => void;
  readonly onGiveUp: () => void;
}

/** The same text with room for it. Only *Give up* drops what was typed. */
export function LargeEditor({ title, text, onDone, onGiveUp, ...look }: LargeEditorProps): ReactNode {
  const [draft, setDraft] = useState(text);
  const [start] = useState(() => caretOfFocus() ?? text.length);
  const caret = useRef(start);
  return (
    <Dialog
      isOpen
      size="large"
      title={title}
      description="Escape and Ctrl+Enter take what is written."
      onClose={() => {
        // Escape closes the suggestions first.
        if (document.querySelector('[popover]:popover-open') === null) onDone(draft);
      }}
      footer={
        <>
          {look.path !== undefined && (
            <ReferencePicker
              path={look.path}
              onPick={(reference) => {
                const next = insertReference({ text: draft, caret: caret.current }, reference, look.isBare === true);
                caret.current = next.caret;
                setDraft(next.text);
              }}
            />
          )}
          <Button onClick={onGiveUp}>Give up</Button>
          <Button variant="primary" onClick={() => onDone(draft)}>
            Take
          </Button>
        </>
      }
    >
      <TemplateArea
        {...look}
        aria-label={title}
        takesFocus
        startsAt={start}
        isLarge
        text={draft}
        onText={setDraft}
        onCaret={(at) => {
          caret.current = at;
        }}
        onKey={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          event.stopPropagation();
          onDone(draft);
        }}
      />
    </Dialog>
  );
}

/** Where the caret is in the smaller field, which has the focus until this one is loaded; null where a button has it. */
function caretOfFocus(): number | null {
  return document.activeElement instanceof HTMLTextAreaElement ? document.activeElement.selectionEnd : null;
}
