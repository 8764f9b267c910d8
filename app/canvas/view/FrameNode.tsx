import { type NodeProps, ViewportPortal } from '@xyflow/react';
import { memo } from 'react';
import { NOTE_COLORS } from '#engine/layout';
import { classes, Markdown } from '../../ui/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import { FRAME_HEAD } from '../model/frames/frameBox.ts';
import { frameOfNode } from '../model/frames/frameIds.ts';
import { FRAME_HANDLE } from '../model/frames/toFlowFrames.ts';
import type { CardFrameNode } from '../model/toFlowNodes.ts';
import { useCanvasView } from '../state/canvasView.ts';
import { useIsDetailed } from '../state/detail.ts';
import { useCanEdit } from '../state/useCanEdit.ts';
import { FrameField } from './FrameField.tsx';
import styles from './FrameNode.module.css';

/** A frame around chosen cards: its title, by which it is dragged, its text, and while it is selected its colours. */
export const FrameNode = memo(function FrameNode(node: NodeProps<CardFrameNode>) {
  const { title, text, color, textHeight } = node.data;
  const isDetailed = useIsDetailed();
  return (
    <section
      className={classes(styles.frame, node.selected && styles.selected, !isDetailed && styles.far)}
      data-color={color}
    >
      <header className={styles.head} style={{ height: FRAME_HEAD }} title={title} {...{ [FRAME_HANDLE]: '' }}>
        <span className={classes(styles.title, title.trim() === '' && styles.untitled)}>
          {title.trim() || 'Untitled'}
        </span>
      </header>
      {isDetailed && textHeight > 0 && (
        <div className={styles.text} style={{ height: textHeight }}>
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
        <div className={`${styles.colors} nodrag nopan`} role="group" aria-label="Colour of the frame">
          {NOTE_COLORS.map((each) => (
            <button
              key={each}
              type="button"
              tabIndex={-1}
              className={styles.color}
              data-color={each}
              aria-label={each}
              aria-pressed={each === data.color}
              title={each}
              // The field keeps the focus, and with it what is written.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => withCommands(({ colorFrames }) => colorFrames(each))}
            />
          ))}
        </div>
        {isWriting && <FrameField id={id} title={data.title} text={data.text} />}
      </div>
    </ViewportPortal>
  );
}
