import { type NodeProps, ViewportPortal } from '@xyflow/react';
import { memo } from 'react';
import { classes, Markdown } from '../../ui/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import { FRAME_HEAD } from '../model/frames/frameBox.ts';
import { frameOfNode } from '../model/frames/frameIds.ts';
import { FRAME_HANDLE } from '../model/frames/toFlowFrames.ts';
import type { CardFrameNode } from '../model/toFlowNodes.ts';
import { useCanvasView } from '../state/canvasView.ts';
import { useIsDetailed } from '../state/detail.ts';
import { useCanEdit } from '../state/useCanEdit.ts';
import annotation from './annotation.module.css';
import { ColorChoice } from './ColorChoice.tsx';
import { FrameField } from './FrameField.tsx';
import styles from './FrameNode.module.css';

/** A frame around chosen cards: its title, by which it is dragged, its text, and while it is selected its colours. */
export const FrameNode = memo(function FrameNode(node: NodeProps<CardFrameNode>) {
  const { title, text, color, textHeight } = node.data;
  const isDetailed = useIsDetailed();
  return (
    <section
      className={classes(
        styles.frame,
        annotation.tone,
        node.selected && annotation.selected,
        !isDetailed && styles.far,
      )}
      data-color={color}
    >
      <header className={styles.head} style={{ height: FRAME_HEAD }} title={title} {...{ [FRAME_HANDLE]: '' }}>
        <span className={classes(styles.title, title.trim() === '' && styles.untitled)}>
          {title.trim() || 'Untitled'}
        </span>
      </header>
      {isDetailed && textHeight > 0 && (
        <div className={classes(styles.text, annotation.markdown)} style={{ height: textHeight }}>
          <Markdown text={text} />
        </div>
      )}
      {node.selected && <SelectedFrame {...node} />}
    </section>
  );
});

/** What changes a frame lies over all cards. Only that of the selected one looks at what passes on the canvas. */
function SelectedFrame({
  id: nodeId,
  data,
  width = 0,
  positionAbsoluteX,
  positionAbsoluteY,
}: NodeProps<CardFrameNode>) {
  const id = frameOfNode(nodeId) ?? '';
  const canEdit = useCanEdit();
  const isWriting = useCanvasView((view) => view.frame === id);
  if (!canEdit) return null;
  const place = { transform: `translate(${positionAbsoluteX}px, ${positionAbsoluteY}px)`, width };
  return (
    <ViewportPortal>
      <div className={styles.over} style={place}>
        <ColorChoice
          of="frame"
          color={data.color}
          onChoose={(color) => withCommands(({ colorFrames }) => colorFrames(color))}
          className={styles.colors}
        />
        {isWriting && <FrameField id={id} title={data.title} text={data.text} />}
      </div>
    </ViewportPortal>
  );
}
