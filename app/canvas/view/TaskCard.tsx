import { type NodeProps, useStore } from '@xyflow/react';
import { memo } from 'react';
import { useSession } from '../../session/index.ts';
import { textOfTask } from '../../session/run/index.ts';
import { Badge, classes, KindIcon, StatusMark } from '../../ui/index.ts';
import type { CardState } from '../model/toCardState.ts';
import type { TaskData, TaskFlowNode } from '../model/toFlowNodes.ts';
import { useCardState } from '../state/useCardState.ts';
import { useRunMarks } from '../state/useRunMarks.ts';
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
        <div className={styles.text}>
          <span className={styles.title} title={data.title}>
            {data.title}
          </span>
          <Uses data={data} />
        </div>
        {state && <Doing state={state} />}
      </div>
      {data.isTall && <Line data={data} state={state} />}
      <CornerMarks id={id} data={data} />
      {data.title !== data.taskId && <span className={styles.id}>{data.taskId}</span>}
    </>
  );
}

/** What a task runs; while its model streams, the end of its answer. */
function Uses({ data }: { readonly data: TaskData }) {
  const said = useSession((state) => lastOf(textOfTask(state, data.taskId)));
  if (said !== undefined) {
    return (
      <span className={classes(styles.uses, styles.saying)}>
        <bdi>{said}</bdi>
      </span>
    );
  }
  return (
    <span className={styles.uses} title={data.uses}>
      {data.uses}
    </span>
  );
}

/** The end of a text, more of it than a card can show: the line cuts what is too much at its beginning. */
function lastOf(text: string | undefined): string | undefined {
  return text?.slice(-80).replace(/\s+/g, ' ').trim();
}

function Doing({ state }: { readonly state: CardState }) {
  return (
    <span className={styles.doing}>
      <StatusMark status={state.status} />
      {state.elapsed && <span className={styles.elapsed}>{state.elapsed}</span>}
    </span>
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
