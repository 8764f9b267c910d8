import { type NodeProps, useStoreApi } from '@xyflow/react';
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef, useState } from 'react';
import { port } from '../../session/index.ts';
import { classes, Markdown } from '../../ui/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import { type NoteFlowNode, noteOfNode } from '../model/toFlowNodes.ts';
import { GRID } from '../model/toPosition.ts';
import { canvasView, setCanvasView, useCanvasView } from '../state/canvasView.ts';
import { useCanEdit } from '../state/useCanEdit.ts';
import annotation from './annotation.module.css';
import { ColorChoice } from './ColorChoice.tsx';
import styles from './NoteCard.module.css';

/** A note on the canvas: Markdown, and while it is selected its colours and the corner that resizes it. */
export const NoteCard = memo(function NoteCard(node: NodeProps<NoteFlowNode>) {
  if (node.selected) return <SelectedNote {...node} />;
  const { color, text } = node.data;
  return (
    <div className={classes(styles.note, annotation.tone)} data-color={color}>
      <NoteText text={text} />
    </div>
  );
});

/** Only the selected one looks at what passes on the canvas. */
function SelectedNote({ id: nodeId, data: { color, text }, width = 0, height = 0 }: NodeProps<NoteFlowNode>) {
  const id = noteOfNode(nodeId) ?? '';
  const canEdit = useCanEdit();
  const isWriting = useCanvasView((view) => view.note === id) && canEdit;
  const { size, handlers } = useNoteResize({ id, width, height });
  return (
    <div
      className={classes(styles.note, annotation.tone, annotation.selected)}
      data-color={color}
      style={size ?? undefined}
    >
      {isWriting ? <NoteField id={id} text={text} /> : <NoteText text={text} />}
      {canEdit && (
        <ColorChoice
          of="note"
          color={color}
          onChoose={(each) => withCommands(({ colorNotes }) => colorNotes(each))}
          className={styles.colors}
        />
      )}
      {canEdit && <span className={`${styles.corner} nodrag nopan`} title="Resize the note" {...handlers} />}
    </div>
  );
}

function NoteText({ text }: { readonly text: string }) {
  return (
    <div className={classes(styles.text, annotation.markdown)}>
      {text.trim() === '' ? <p className={styles.empty}>Empty note</p> : <Markdown text={text} />}
    </div>
  );
}

/** The shortest sides that a corner is drawn to, px. */
const LEAST = { width: 120, height: 60 };

interface Sized {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** Drawing a note larger by its corner: it follows the pointer by steps of the grid, and is kept as one step when let go. */
function useNoteResize({ id, width, height }: Sized) {
  const store = useStoreApi();
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY };
  }
  function onPointerMove(event: PointerEvent) {
    if (from.current === null) return;
    const zoom = store.getState().transform[2];
    setSize({
      width: Math.max(LEAST.width, snap(width + (event.clientX - from.current.x) / zoom)),
      height: Math.max(LEAST.height, snap(height + (event.clientY - from.current.y) / zoom)),
    });
  }
  function onPointerUp() {
    from.current = null;
    if (size !== null) withCommands(({ changeNote }) => changeNote(id, size));
    setSize(null);
  }
  return { size, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp } };
}

function snap(value: number): number {
  return Math.round(value / GRID) * GRID;
}

interface NoteFieldProps {
  /** Of the note. */
  readonly id: string;
  readonly text: string;
}

/** Where a note is written. What was written is kept however the field goes: Escape gives the focus back to the note. */
function NoteField({ id, text }: NoteFieldProps) {
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
