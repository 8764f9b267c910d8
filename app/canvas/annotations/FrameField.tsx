import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { port } from '../../session/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import { canvasView, setCanvasView } from '../state/canvasView.ts';
import styles from './FrameNode.module.css';

export interface FrameFieldProps {
  /** Of the frame. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Where the title and the text of a frame are written, at their place. What was written is kept however the fields go: Escape,
 * and Enter in the title, give the focus back to the frame.
 */
export function FrameField({ id, title, text }: FrameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const written = useRef({ title, text });
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
    return () => {
      const { current } = written;
      withCommands(({ changeFrame }) => changeFrame(id, { ...current, title: current.title.trim() }));
    };
  }, [id]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- both fields are left alike
    <div className={`${styles.fields} nodrag nopan nowheel`} onKeyDown={leave} onBlur={(event) => leaveBoth(event, id)}>
      <input
        ref={field}
        className={styles.titleField}
        aria-label="Title of the frame"
        placeholder="Title"
        maxLength={500}
        defaultValue={title}
        onChange={(event) => {
          written.current.title = event.target.value;
        }}
      />
      <textarea
        className={styles.textField}
        aria-label="Text of the frame"
        placeholder="Text in Markdown, if it needs one"
        rows={4}
        maxLength={100_000}
        defaultValue={text}
        spellCheck
        onChange={(event) => {
          written.current.text = event.target.value;
        }}
      />
    </div>
  );
}

function leaveBoth({ currentTarget, relatedTarget }: FocusEvent, id: string): void {
  if (!currentTarget.contains(relatedTarget) && canvasView().frame === id) setCanvasView({ frame: null });
}

function leave(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey } = event;
  const isDone = key === 'Enter' && (target instanceof HTMLInputElement || ctrlKey || metaKey);
  if (key !== 'Escape' && !isDone) return;
  event.preventDefault();
  event.stopPropagation();
  port('canvas')?.focus();
}
