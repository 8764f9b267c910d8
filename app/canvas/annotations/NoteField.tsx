import { type KeyboardEvent, useEffect, useRef } from 'react';
import { port } from '../../session/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import { canvasView, setCanvasView } from '../state/canvasView.ts';
import styles from './NoteCard.module.css';

export interface NoteFieldProps {
  /** Of the note. */
  readonly id: string;
  readonly text: string;
}

/** Where a note is written. What was written is kept however the field goes: Escape gives the focus back to the note. */
export function NoteField({ id, text }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const written = useRef(text);
  useEffect(() => {
    const { length } = written.current;
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(length, length);
    return () => {
      const { current } = written;
      withCommands(({ changeNote }) => changeNote(id, { text: current }));
    };
  }, [id]);
  return (
    <textarea
      ref={field}
      className={`${styles.field} nodrag nopan nowheel`}
      aria-label="Text of the note"
      placeholder="Markdown: # heading, **bold**, - list, [link](https://…)"
      defaultValue={text}
      spellCheck
      onChange={(event) => {
        written.current = event.target.value;
      }}
      onKeyDown={leave}
      onBlur={() => stopWriting(id)}
    />
  );
}

function stopWriting(id: string): void {
  if (canvasView().note === id) setCanvasView({ note: null });
}

function leave(event: KeyboardEvent) {
  if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return;
  event.preventDefault();
  event.stopPropagation();
  port('canvas')?.focus();
}
