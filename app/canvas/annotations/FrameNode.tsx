import { type NodeProps, ViewportPortal } from '@xyflow/react';
import { type FocusEvent, type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { port } from '../../session/index.ts';
import { classes, Markdown } from '../../ui/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import { FRAME_HEAD } from '../model/frames/frameBox.ts';
import { frameOfNode } from '../model/frames/frameIds.ts';
import { FRAME_HANDLE } from '../model/frames/toFlowFrames.ts';
import type { CardFrameNode } from '../model/toFlowNodes.ts';
import { canvasView, setCanvasView, useCanvasView } from '../state/canvasView.ts';
import { useIsDetailed } from '../state/detail.ts';
import { useCanEdit } from '../state/useCanEdit.ts';
import annotation from './annotation.module.css';
import { ColorChoice } from './ColorChoice.tsx';
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

interface FrameFieldProps {
  /** Of the frame. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Where the title and the text of a frame are written, at their place. What was written is kept however the fields go: Escape,
 * and Enter in the title, give the focus back to the frame.
 */
function FrameField({ id, title, text }: FrameFieldProps) {
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
