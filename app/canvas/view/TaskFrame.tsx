import { type NodeProps, useReactFlow } from '@xyflow/react';
import { memo } from 'react';
import { classes, KindIcon, StatusMark } from '../../ui/index.ts';
import type { TaskFlowNode } from '../model/toFlowNodes.ts';
import { setCanvasView, useCanvasView } from '../state/canvasView.ts';
import { useIsDetailed } from '../state/detail.ts';
import { useCanEdit } from '../state/useCanEdit.ts';
import { useCardState, useFailed } from '../state/useCardState.ts';
import { useRunMarks } from '../state/useRunMarks.ts';
import { Times } from './CardLine.tsx';
import { CornerMarks, RunMarks } from './CornerMarks.tsx';
import { Ports } from './Ports.tsx';
import { StartMark } from './StartMark.tsx';
import styles from './TaskFrame.module.css';

/** A container drawn around its children: a header with progress, and room to drop tasks into. */
export const TaskFrame = memo(function TaskFrame({ id, data }: NodeProps<TaskFlowNode>) {
  const isDetailed = useIsDetailed();
  const state = useCardState(data.taskId, data.attempts);
  const marks = useRunMarks(data.taskId);
  const failed = useFailed(data.taskId);
  const plain = state?.line ?? data.plan ?? state?.elapsed ?? '';
  const hasFailed = failed > 1 && state?.status === 'error';
  const note = marks.isStale ? 'changed since the run' : hasFailed ? `${failed.toLocaleString('en')} failed` : plain;
  const isCount = !marks.isStale && (hasFailed || state?.progress != null);
  const isRefused = useCanvasView((view) => view.dropFrame === id && view.drop !== null && view.drop.reason !== null);
  const isDropTarget = useCanvasView((view) => view.dropFrame === id);
  return (
    <section
      className={classes(
        styles.frame,
        styles[data.kind],
        isDropTarget && styles.target,
        isRefused && styles.refused,
        !data.isReachable && styles.unreachable,
        data.disabled !== null && styles.disabled,
        !isDetailed && styles.far,
        marks.unreal !== null && styles.unreal,
        marks.isNext && styles.next,
      )}
      data-status={state?.look}
    >
      {data.isStart && <StartMark direction={data.direction} />}
      <header className={styles.head}>
        {isDetailed && <KindIcon kind={data.kind} size="small" />}
        <span className={styles.title} title={`${data.title} (${data.taskId})`}>
          {data.title}
        </span>
        {isDetailed && (
          <span className={classes(styles.note, isCount && styles.count)} title={note}>
            {isCount ? breakAtDots(note) : note}
          </span>
        )}
        {isDetailed && state && <Times taskId={data.taskId} />}
        {state && <StatusMark status={state.look} />}
      </header>
      {data.childCount === 0 && <EmptyPlace id={id} title={data.title} />}
      {isDetailed && <CornerMarks id={id} data={data} isSimulated={state?.isSimulated === true} />}
      <RunMarks taskId={data.taskId} title={data.title} marks={marks} />
      <Ports id={id} ports={data.ports} />
    </section>
  );
});

/** A text with no other place to break its line than after a dot. */
function breakAtDots(text: string): string {
  return text.replaceAll(' ', '\u00a0').replaceAll('·\u00a0', '· ');
}

/** Where the first task of a container goes: dropped, or chosen from the list that it opens. Keys have A for it. */
function EmptyPlace({ id, title }: { readonly id: string; readonly title: string }) {
  const canEdit = useCanEdit();
  const { screenToFlowPosition } = useReactFlow();
  return (
    <button
      type="button"
      tabIndex={-1}
      disabled={!canEdit}
      className={classes(styles.empty, 'nodrag')}
      aria-label={`Drop a task here, or choose one: ${title}`}
      onClick={(event) => {
        event.stopPropagation();
        const at = { x: event.clientX, y: event.clientY };
        setCanvasView({ pick: { place: { kind: 'free', parent: id }, at, point: screenToFlowPosition(at) } });
      }}
    >
      Drop a task here, or choose one
    </button>
  );
}
