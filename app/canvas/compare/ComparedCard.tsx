import { type NodeProps, useStore } from '@xyflow/react';
import { memo } from 'react';
import { classes, KindIcon } from '../../ui/index.ts';
import { DETAIL_ZOOM } from '../model/fromAfar.ts';
import { Ports } from '../view/Ports.tsx';
import { StartMark } from '../view/StartMark.tsx';
import styles from './ComparedCard.module.css';
import { MarkBadge, Sides } from './Marks.tsx';
import type { ComparedTaskNode } from './toComparedFlow.ts';

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
