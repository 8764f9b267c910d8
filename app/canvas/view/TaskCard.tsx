import type { NodeProps } from '@xyflow/react';
import { memo, useState } from 'react';
import { openDialog, selectActivation } from '../../session/index.ts';
import { Badge, classes, KindIcon, StatusMark } from '../../ui/index.ts';
import type { CardState } from '../model/toCardState.ts';
import type { TaskData, TaskFlowNode } from '../model/toFlowNodes.ts';
import { useIsDetailed } from '../state/detail.ts';
import { useCardState } from '../state/useCardState.ts';
import { useRunMarks } from '../state/useRunMarks.ts';
import { CardLine } from './CardLine.tsx';
import { CornerMarks } from './CornerMarks.tsx';
import { Ports } from './Ports.tsx';
import { RunMarks } from './RunMarks.tsx';
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
        styles[data.kind],
        !data.isReachable && styles.unreachable,
        data.disabled !== null && styles.disabled,
        !isDetailed && styles.far,
        marks.unreal !== null && styles.unreal,
        (marks.isNext || marks.failed !== null) && styles.next,
      )}
      data-status={state?.status}
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
      <span className={styles.name}>{data.title}</span>
      {state && <StatusMark status={state.status} />}
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
        {state && <StatusMark status={state.status} />}
        <CardLine data={data} state={state} isStale={isStale} />
      </div>
      {data.isTall && <Line data={data} state={state} />}
      <CornerMarks id={id} data={data} />
      {data.title !== data.taskId && <span className={styles.id}>{data.taskId}</span>}
    </>
  );
}

/** Opens the form of what a wait is answered with. */
function AnswerButton({ activation, title }: { readonly activation: number; readonly title: string }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes(styles.answer, 'nodrag')}
      aria-label={`Answer ${title}`}
      onClick={(event) => {
        event.stopPropagation();
        selectActivation(activation);
        openDialog('answer');
      }}
    >
      Answer…
    </button>
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
      {state?.asked != null && <AnswerButton activation={state.asked} title={data.title} />}
      {data.childCount > 0 && state?.progress == null && <Badge>{data.childCount}</Badge>}
    </div>
  );
}
