import type { ReactNode } from 'react';
import type { ActivationView } from '#engine/run';
import { useSession } from '../../session/index.ts';
import styles from '../parts/step.module.css';
import { SignalForm } from './SignalForm.tsx';
import { useOpenWait } from './useOpenWait.ts';

/** The form of the answer that a step waits for. Nothing where it waits for something else. */
export function StepAnswer({ step }: { readonly step: ActivationView }): ReactNode {
  const open = useOpenWait(step);
  const isLive = useSession(({ run: { shown } }) => shown !== null && shown.moment === null && !shown.isImported);
  return (
    isLive &&
    open && (
      <div className={styles.signal}>
        <SignalForm {...open} />
      </div>
    )
  );
}
