import { type NodeProps, useStore } from '@xyflow/react';
import { memo } from 'react';
import type { TaskMark, TaskSide } from '../../session/relatedRuns/index.ts';
import { ArrowRightIcon, EqualNotIcon, MinusIcon, PlusIcon, TimerIcon } from '../../ui/icons.ts';
import { classes, KindIcon, StatusMark } from '../../ui/index.ts';
import { DETAIL_ZOOM } from '../model/fromAfar.ts';
import { Ports } from '../view/Ports.tsx';
import { StartMark } from '../view/StartMark.tsx';
import styles from './ComparedCard.module.css';
import type { ComparedTaskNode } from './ComparedLine.tsx';

const ICONS = { changed: EqualNotIcon, newer: PlusIcon, older: MinusIcon, same: TimerIcon } as const;

/** How two runs differ in a task, at the border of its card; nothing where they do not. */
function MarkBadge({ mark }: { readonly mark: TaskMark }) {
  if (mark.badge === null) return null;
  const Icon = ICONS[mark.verdict];
  return (
    <span className={styles.badge} data-verdict={mark.verdict}>
      <Icon aria-hidden />
      {mark.badge}
    </span>
  );
}

/** How both runs left a task: the older one first. */
function Sides({ mark }: { readonly mark: TaskMark }) {
  return (
    <span className={styles.sides}>
      <Side side={mark.older} title="Older run" />
      <ArrowRightIcon aria-hidden />
      <Side side={mark.newer} title="Newer run" />
    </span>
  );
}

function Side({ side, title }: { readonly side: TaskSide | null; readonly title: string }) {
  if (side === null)
    return (
      <span className={styles.side} title={`${title}: its workflow does not have this task`}>
        not there
      </span>
    );
  const { status, length, count } = side;
  return (
    <span className={styles.side} title={title}>
      <StatusMark status={status} size="small" />
      {count > 1 ? `×${count}` : (length ?? '')}
    </span>
  );
}

/** One task in two runs: how both left it, and a mark where they differ. */
export const ComparedCard = memo(function ComparedCard({ data }: NodeProps<ComparedTaskNode>) {
  const isDetailed = useStore(({ transform }) => transform[2] >= DETAIL_ZOOM);
  const { mark } = data;
  return (
    <div className={classes(styles.card, !isDetailed && styles.coarse)} data-verdict={mark?.verdict}>
      {data.isStart && <StartMark direction={data.direction} />}
      <div className={styles.head}>
        <KindIcon kind={data.kind} size={isDetailed ? undefined : 'large'} />
        <div className={styles.text}>
          <span className={styles.title} title={data.title}>
            {data.title}
          </span>
          {isDetailed && mark && <Sides mark={mark} />}
        </div>
      </div>
      {mark && <MarkBadge mark={mark} />}
      <Ports id={null} ports={data.ports.filter(({ isShown }) => isShown)} />
    </div>
  );
});

/** A container in two runs, drawn around its children. */
export const ComparedFrame = memo(function ComparedFrame({ data }: NodeProps<ComparedTaskNode>) {
  const { mark } = data;
  return (
    <section className={styles.frame} data-verdict={mark?.verdict}>
      {data.isStart && <StartMark direction={data.direction} />}
      <header className={styles.frameHead}>
        <KindIcon kind={data.kind} size="small" />
        <span className={styles.title} title={data.title}>
          {data.title}
        </span>
        {mark && <Sides mark={mark} />}
      </header>
      {mark && <MarkBadge mark={mark} />}
      <Ports id={null} ports={data.ports.filter(({ isShown }) => isShown)} />
    </section>
  );
});
