import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { NOTE_COLORS, type NoteColor } from '#engine/layout';
import { classes, Markdown } from '../../ui/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import { useNoteResize } from '../gestures/useNoteResize.ts';
import { type NoteFlowNode, noteOfNode } from '../model/toFlowNodes.ts';
import { useCanvasView } from '../state/canvasView.ts';
import { useCanEdit } from '../state/useCanEdit.ts';
import styles from './NoteCard.module.css';
import { NoteField } from './NoteField.tsx';

/** A note on the canvas: Markdown, and while it is selected its colours and the corner that resizes it. */
export const NoteCard = memo(function NoteCard(node: NodeProps<NoteFlowNode>) {
  if (node.selected) return <SelectedNote {...node} />;
  const { color, text } = node.data;
  return (
    <div className={styles.note} data-color={color}>
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
    <div className={classes(styles.note, styles.selected)} data-color={color} style={size ?? undefined}>
      {isWriting ? <NoteField id={id} text={text} /> : <NoteText text={text} />}
      {canEdit && <Colors color={color} />}
      {canEdit && <span className={`${styles.corner} nodrag nopan`} title="Resize the note" {...handlers} />}
    </div>
  );
}

function NoteText({ text }: { readonly text: string }) {
  return (
    <div className={styles.text}>
      {text.trim() === '' ? <p className={styles.empty}>Empty note</p> : <Markdown text={text} />}
    </div>
  );
}

/** By the pointer; by keys the colour is in the menu and in the palette, so that Tab does not stop here. */
function Colors({ color }: { readonly color: NoteColor }) {
  return (
    <div className={`${styles.colors} nodrag nopan`} role="group" aria-label="Colour of the note">
      {NOTE_COLORS.map((each) => (
        <button
          key={each}
          type="button"
          tabIndex={-1}
          className={styles.color}
          data-color={each}
          aria-label={each}
          aria-pressed={each === color}
          title={each}
          // The field keeps the focus, and with it what is written.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => withCommands(({ colorNotes }) => colorNotes(each))}
        />
      ))}
    </div>
  );
}
