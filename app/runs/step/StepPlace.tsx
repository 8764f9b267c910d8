import type { ReactNode } from 'react';
import type { ActivationView } from '#engine/run';
import { useAction } from '../../actions/index.ts';
import { useSession } from '../../session/index.ts';
import { viewOf } from '../../session/run/index.ts';
import { collectionOf, countRounds, explainNoRetry } from '../../session/runSteps/index.ts';
import { LayersIcon, RotateCwIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import { itemOf } from '../parts/itemOf.ts';
import { useRunSource } from '../parts/useRunSource.ts';
import styles from './StepPlace.module.css';

/** For which item of which collection a step ran, or how often its task did, with the ways to all of them and to those that failed. */
export function StepPlace({ step }: { readonly step: ActivationView }): ReactNode {
  const run = useSession((state) => state.run.shown);
  const source = useRunSource();
  const items = useAction('run.items');
  const next = useAction('run.nextFailed');
  const retry = useAction('run.retryFailed');
  const hint = useSession(explainNoRetry);
  if (run === null) return null;
  const collection = collectionOf(run, step.activation);
  const rounds = collection === undefined ? countRounds(run, step) : 0;
  if (collection === undefined && rounds < 2) return null;
  const { done = 0, total = 0, failed = 0 } = collection?.progress ?? {};
  const item = collection === step ? undefined : itemOf(viewOf(run).activations, step);
  const name = collection === undefined ? '' : (source?.nameOf(collection.taskId) ?? collection.taskId);
  return (
    <div className={styles.place}>
      <span className={styles.words}>
        {collection === undefined
          ? `Ran ${number(rounds)} times`
          : collection === step
            ? `${number(done)} of ${number(total)} items done`
            : item?.operation == null
              ? `Inside of ${name}`
              : `${item === step ? 'Item' : 'Inside of item'} ${number(item.operation.index + 1)} of ${number(total)} of ${name}`}
        {failed > 0 && <span className={styles.failed}>{`, ${number(failed)} failed`}</span>}
      </span>
      <Button size="small" icon={<LayersIcon />} title="I" onClick={items.run}>
        {collection === undefined ? 'All rounds' : 'All items'}
      </Button>
      {failed > 0 && (
        <>
          <Button size="small" title="E" disabled={!next.isEnabled} onClick={next.run}>
            Next failed
          </Button>
          <Button
            size="small"
            icon={<RotateCwIcon />}
            disabled={!retry.isEnabled}
            title={hint ?? 'What succeeded keeps what it gave'}
            onClick={retry.run}
          >
            Retry failed only
          </Button>
        </>
      )}
    </div>
  );
}

function number(value: number): string {
  return value.toLocaleString('en');
}
