import { type NodeProps, useStore } from '@xyflow/react';
import { memo } from 'react';
import { ExpandIcon, SparklesIcon } from '../../ui/icons.ts';
import { Badge, classes, IconButton, KindIcon, StatusMark } from '../../ui/index.ts';
import type { CardState } from '../flow/toCardState.ts';
import type { TaskData, TaskFlowNode } from '../flow/toFlowNodes.ts';
import { toggleCollapsed } from '../hooks/edits.ts';
import { useCardState } from '../hooks/useCardState.ts';
import { Ports } from './Ports.tsx';
import { ProblemBadge } from './ProblemBadge.tsx';
import { StartMark } from './StartMark.tsx';
import styles from './TaskCard.module.css';

/** Below this zoom a card is its icon and its name. */
const DETAIL_ZOOM = 0.45;

/** One task: what it is, what it uses, how it is doing. Its size never changes with a run. */
export const TaskCard = memo(function TaskCard({ id, data }: NodeProps<TaskFlowNode>) {
  const isDetailed = useStore(({ transform }) => transform[2] >= DETAIL_ZOOM);
  const state = useCardState(data.taskId, data.attempts);
  return (
    <div
      className={classes(
        styles.card,
        styles[data.kind],
        !data.isReachable && styles.unreachable,
        !isDetailed && styles.coarse,
      )}
      data-status={state?.status}
    >
      {data.isStart && <StartMark direction={data.direction} />}
      {isDetailed ? <Detail id={id} data={data} state={state} /> : <Coarse data={data} state={state} />}
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
          <span className={styles.uses} title={data.uses}>
            {data.uses}
          </span>
        </div>
        {state ? <Doing state={state} /> : data.problems && <ProblemBadge problems={data.problems} />}
        {data.isCollapsed && (
          <IconButton
            className={classes(styles.expand, 'nodrag')}
            size="small"
            label={`Expand ${data.title}`}
            icon={<ExpandIcon />}
            onClick={() => toggleCollapsed(id)}
          />
        )}
      </div>
      {data.isTall && <Line data={data} state={state} />}
      {state && data.problems && (
        <span className={styles.corner}>
          <ProblemBadge problems={data.problems} />
        </span>
      )}
      {data.title !== data.taskId && <span className={styles.id}>{data.taskId}</span>}
      <Ports ports={data.ports} />
    </>
  );
}

function Doing({ state }: { readonly state: CardState }) {
  return (
    <span className={styles.doing}>
      <span className={styles.marks}>
        {state.isSimulated && (
          <span
            className={styles.simulated}
            role="img"
            aria-label="Simulated answer"
            title="Simulated: this answer was made up"
          >
            <SparklesIcon aria-hidden />
          </span>
        )}
        <StatusMark status={state.status} />
      </span>
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
