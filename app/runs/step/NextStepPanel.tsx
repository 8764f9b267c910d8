import type { ReactNode } from 'react';
import type { PausedView } from '#engine/run';
import { StatusMark } from '../../ui/index.ts';
import styles from '../parts/step.module.css';
import { ScopePart } from './ScopePart.tsx';

interface NextStepPanelProps {
  readonly next: NonNullable<PausedView['next']>;
  readonly name: string;
}

/** What the step sees that a paused run begins next. It has not begun, so there is nothing else to tell of it. */
export function NextStepPanel({ next, name }: NextStepPanelProps): ReactNode {
  return (
    <section className={styles.panel} aria-label={`Next step ${name}`}>
      <header className={styles.header}>
        <StatusMark status="pending" />
        <strong className={styles.name} title={name}>
          {name}
        </strong>
        <span className={styles.length}>starts next</span>
      </header>
      <ScopePart activation={next.activation} />
    </section>
  );
}
