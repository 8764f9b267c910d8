import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { KindIcon } from '../../ui/index.ts';
import { Ports } from '../view/Ports.tsx';
import { StartMark } from '../view/StartMark.tsx';
import styles from './ComparedCard.module.css';
import { MarkBadge, Sides } from './Marks.tsx';
import type { ComparedTaskNode } from './toComparedFlow.ts';

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
