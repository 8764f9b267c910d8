import type { ReactNode } from 'react';
import { describeHandler, isHandlerName } from '#engine/model';
import { useSession } from '../../session/index.ts';
import type { FollowedRun } from '../../session/runSteps/index.ts';
import { takenHandlers } from '../../session/runSteps/index.ts';
import { Badge } from '../../ui/index.ts';
import { StepValue } from '../parts/StepParts.tsx';
import styles from '../parts/step.module.css';

/** How many handlers of one step are listed: the last ones. */
const MOST_LISTED = 50;

interface TakenHandlersProps {
  /** The run of the step. */
  readonly run: FollowedRun;
  readonly activation: number;
  readonly nameOf: (taskId: string) => string;
  /** True: of a run inside the one on screen, given as it was then. */
  readonly isInside: boolean;
}

/** The handlers that a step took, until the instant that is looked at: where each led, and what it passed on. */
export function TakenHandlers({ run, activation, nameOf, isInside }: TakenHandlersProps): ReactNode {
  const until = useSession(({ run: { shown } }) => (isInside ? Infinity : (shown?.moment?.count ?? Infinity)));
  const taken = takenHandlers(run, activation).filter(({ seq }) => seq < until);
  if (taken.length === 0) return null;
  const first = Math.max(0, taken.length - MOST_LISTED);
  return (
    <section className={styles.calls} aria-label="Handlers that were taken">
      <h3 className={styles.title}>Then</h3>
      {first > 0 && <p className={styles.none}>{first} before these are among the events.</p>}
      {taken.slice(first).map(({ seq, handler, target, passed }) => (
        <details key={seq} className={styles.call} open={taken.length === 1}>
          <summary>
            <Badge title={handler}>{isHandlerName(handler) ? describeHandler(handler) : handler}</Badge>
            <span className={styles.name}>{target === null ? 'leads nowhere' : nameOf(target)}</span>
          </summary>
          <StepValue label={target === null ? 'event' : 'with'} value={passed} />
        </details>
      ))}
    </section>
  );
}
