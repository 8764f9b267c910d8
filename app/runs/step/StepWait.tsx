import type { ReactNode } from 'react';
import type { ActivationView } from '#engine/run';
import { useSession } from '../../session/index.ts';
import { canSkipWait, skipWait } from '../../session/runSteps/index.ts';
import { FastForwardIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import { momentOf } from '../parts/repeats.ts';
import styles from './StepPlace.module.css';

/** Until when a step of the run on screen waits, and what makes that due at once. Nothing where it does not wait for a time. */
export function StepWait({ step }: { readonly step: ActivationView }): ReactNode {
  const canSkip = useSession((state) => canSkipWait(state, step));
  const isPaused = useSession(({ run: { shown } }) => shown?.view.paused != null);
  if (!canSkip || step.until === null) return null;
  const { waits, act } = wordsFor(step);
  return (
    <div className={styles.place}>
      <span className={styles.words}>{`${waits} ${momentOf(step.until)}`}</span>
      <Button
        size="small"
        icon={<FastForwardIcon />}
        disabled={isPaused}
        title={isPaused ? 'The run is paused: resume it first' : 'Marked in the run: Hurried'}
        onClick={() => void skipWait(step.activation)}
      >
        {act}
      </Button>
    </div>
  );
}

function wordsFor({ status, awaits }: ActivationView): { readonly waits: string; readonly act: string } {
  if (status === 'retrying') return { waits: 'Tries again at', act: 'Try now' };
  if (awaits !== undefined) return { waits: 'Gives up at', act: 'Let it time out' };
  return { waits: 'Waits until', act: 'Skip the wait' };
}
