import type { NodeProps } from '@xyflow/react';
import { memo, useState } from 'react';
import { Badge, classes, familyOf, KindIcon, StatusMark } from '../../ui/index.ts';
import { signSize } from '../model/fromAfar.ts';
import type { CardState } from '../model/toCardState.ts';
import type { TaskData, TaskFlowNode } from '../model/toFlowNodes.ts';
import { useCardAnswer } from '../state/cardAnswer.ts';
import { useIsDetailed } from '../state/detail.ts';
import { useCardState } from '../state/useCardState.ts';
import { useRunMarks } from '../state/useRunMarks.ts';
import { CardLine } from './CardLine.tsx';
import { CornerMarks, RunMarks } from './CornerMarks.tsx';
import { Ports } from './Ports.tsx';
import { StartMark } from './StartMark.tsx';
import styles from './TaskCard.module.css';

/** One task: what it is, what it uses, how it is doing. Its size never changes with a run. */
export const TaskCard = memo(function TaskCard({ id, data, selected }: NodeProps<TaskFlowNode>) {
  const isDetailed = useIsDetailed();
  const state = useCardState(data.taskId, data.attempts);
  const marks = useRunMarks(data.taskId);
  // From afar hundreds are in view: what a pointer takes hold of is made for the card that it is on.
  const [isPointedAt, setIsPointedAt] = useState(false);
  const hasGrips = isDetailed || selected || isPointedAt;
  return (
    <div
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      className={classes(
        styles.card,
        styles[familyOf(data.kind)],
        !data.isReachable && styles.unreachable,
        data.disabled !== null && styles.disabled,
        !isDetailed && styles.far,
        marks.unreal !== null && styles.unreal,
        (marks.isNext || marks.failed !== null) && styles.next,
      )}
      data-status={state?.look}
    >
      {data.isStart && <StartMark direction={data.direction} />}
      {isDetailed ? (
        <Detail id={id} data={data} state={state} isStale={marks.isStale} />
      ) : (
        <FromAfar data={data} state={state} />
      )}
      {(hasGrips || marks.hasBreakpoint || marks.unreal !== null || marks.isNext || marks.failed !== null) && (
        <RunMarks taskId={data.taskId} title={data.title} marks={marks} />
      )}
      {hasGrips && <Ports id={id} ports={data.ports} />}
    </div>
  );
});

/** Its name as large as it fits, the colour of its type, its status. */
function FromAfar({ data, state }: { readonly data: TaskData; readonly state: CardState | null }) {
  return (
    <div className={styles.sign}>
      <span
        className={styles.name}
        style={{ fontSize: signSize(data.title, data.isTall), WebkitLineClamp: data.isTall ? 3 : 2 }}
      >
        {data.title}
      </span>
      {state && <StatusMark status={state.look} />}
    </div>
  );
}

interface DetailProps {
  readonly id: string;
  readonly data: TaskData;
  readonly state: CardState | null;
  readonly isStale: boolean;
}

function Detail({ id, data, state, isStale }: DetailProps) {
  return (
    <>
      <div className={classes(styles.head, !data.isTall && styles.alone)}>
        <KindIcon kind={data.kind} />
        <span className={styles.title} title={data.title}>
          {data.title}
        </span>
        {state && <StatusMark status={state.look} />}
        <CardLine data={data} state={state} isStale={isStale} />
      </div>
      {data.isTall && <Line data={data} state={state} />}
      <CornerMarks id={id} data={data} isSimulated={state?.isSimulated === true} />
      {data.title !== data.taskId && (
        <span className={classes(styles.id, data.direction === 'down' && styles.down)}>{data.taskId}</span>
      )}
    </>
  );
}

/** The line below: the plan while nothing runs, then a count, a countdown or what went wrong; while a person is asked, the answer. */
function Line({ data, state }: { readonly data: TaskData; readonly state: CardState | null }) {
  const answer = useCardAnswer();
  // Why it failed is said below the name already.
  const live = state?.status === 'error' && state.progress === null ? null : (state?.line ?? null);
  const text = live ?? data.plan;
  if (answer !== null && state?.asked != null) {
    return (
      <div className={classes(styles.line, 'nodrag')}>{answer({ activation: state.asked, title: data.title })}</div>
    );
  }
  return (
    <div className={styles.line}>
      <span className={classes(styles.lineText, live !== null && styles.live)} title={text ?? undefined}>
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
