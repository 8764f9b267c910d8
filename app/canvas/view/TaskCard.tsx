import { type NodeProps, useStore } from '@xyflow/react';
import { memo } from 'react';
import { Badge, classes, KindIcon, StatusMark } from '../../ui/index.ts';
import type { CardState } from '../model/toCardState.ts';
import type { TaskData, TaskFlowNode } from '../model/toFlowNodes.ts';
import { useCardState } from '../state/useCardState.ts';
import { useRunMarks } from '../state/useRunMarks.ts';
import { CardLine } from './CardLine.tsx';
import { CornerMarks } from './CornerMarks.tsx';
import { Ports } from './Ports.tsx';
import { RunMarks } from './RunMarks.tsx';
import { StartMark } from './StartMark.tsx';
import styles from './TaskCard.module.css';

/** Below this zoom a card is its icon and its name. */
const DETAIL_ZOOM = 0.45;

/** One task: what it is, what it uses, how it is doing. Its size never changes with a run. */
export const TaskCard = memo(function TaskCard({ id, data }: NodeProps<TaskFlowNode>) {
  const isDetailed = useStore(({ transform }) => transform[2] >= DETAIL_ZOOM);
  const state = useCardState(data.taskId, data.attempts);
  const marks = useRunMarks(data.taskId);
  return (
    <div
      className={classes(
        styles.card,
        styles[data.kind],
        !data.isReachable && styles.unreachable,
        !isDetailed && styles.coarse,
        marks.unreal !== null && styles.unreal,
        marks.isNext && styles.next,
      )}
      data-status={state?.status}
    >
      {data.isStart && <StartMark direction={data.direction} />}
      {isDetailed ? <Detail id={id} data={data} state={state} /> : <Coarse data={data} state={state} />}
      <RunMarks taskId={data.taskId} title={data.title} marks={marks} />
      <Ports ports={data.ports} />
    </div>
  );
});

function Coarse({ data, state }: { readonly data: TaskData; readonly state: CardState | null }) {
  return (
    <div className={styles.head}>
      <KindIcon kind={data.kind} size="large" />
      <span className={styles.title}>{data.title}</span>
      {state && <StatusMark status={state.status} />}
    </div>
  );
}

function Detail({
  id,
  data,
  state,
}: {
  readonly id: string;
  readonly data: TaskData;
  readonly state: CardState | null;
}) {
  return (
    <>
      <div className={styles.head}>
        <KindIcon kind={data.kind} />
        <span className={styles.title} title={data.title}>
          {data.title}
        </span>
        {state && <StatusMark status={state.status} />}
        <CardLine data={data} state={state} />
      </div>
      {data.isTall && <Line data={data} state={state} />}
      <CornerMarks id={id} data={data} />
      {data.title !== data.taskId && <span className={styles.id}>{data.taskId}</span>}
    </>
  );
}

/** The line below: the plan while nothing runs, then a count, a countdown or what went wrong. */
function Line({ data, state }: { readonly data: TaskData; readonly state: CardState | null }) {
  const text = state?.line ?? data.plan;
  return (
    <div className={styles.line}>
      <span className={classes(styles.lineText, state?.line != null && styles.live)} title={text ?? undefined}>
        {text}
      </span>
      {state?.progress != null && (
        <span className={styles.bar}>
          <span className={styles.fill} style={{ scale: `${state.progress} 1` }} />
        </span>
      )}
      {data.childCount > 0 && state?.progress == null && <Badge>{data.childCount}</Badge>}
    </div>
  );
}
