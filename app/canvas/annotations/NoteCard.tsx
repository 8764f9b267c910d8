import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { classes, Markdown } from '../../ui/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import { useNoteResize } from '../gestures/useNoteResize.ts';
import { type NoteFlowNode, noteOfNode } from '../model/toFlowNodes.ts';
import { useCanvasView } from '../state/canvasView.ts';
import { useCanEdit } from '../state/useCanEdit.ts';
import annotation from './annotation.module.css';
import { ColorChoice } from './ColorChoice.tsx';
import styles from './NoteCard.module.css';
import { NoteField } from './NoteField.tsx';

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
