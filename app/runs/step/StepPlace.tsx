import type { ReactNode } from 'react';
import type { ActivationView } from '#engine/run';
import { useAction } from '../../actions/index.ts';
import { useSession } from '../../session/index.ts';
import { collectionOf, countRounds, explainNoRetry, type FollowedRun } from '../../session/runSteps/index.ts';
import { LayersIcon, RotateCwIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import { itemOf } from '../parts/itemOf.ts';
import styles from './StepPlace.module.css';

interface StepPlaceProps {
  readonly step: ActivationView;
  /** The run of the step, and what its tasks are called. */
  readonly run: FollowedRun;
  readonly nameOf: (taskId: string) => string;
  /** True: of a run inside the one on screen, where it can only be looked at. */
  readonly isInside: boolean;
}

/** For which item of which collection a step ran, or how often its task did, with the ways to all of them and to those that failed. */
export function StepPlace({ step, run, nameOf, isInside }: StepPlaceProps): ReactNode {
  const moment = useSession((state) => (isInside ? null : (state.run.shown?.moment ?? null)));
  const collection = collectionOf({ ...run, moment }, step.activation);
  const rounds = collection === undefined ? countRounds(run, step) : 0;
  if (collection === undefined && rounds < 2) return null;
  const { done = 0, total = 0, failed = 0 } = collection?.progress ?? {};
  const item = collection === step ? undefined : itemOf(run.view.activations, step);
  const name = collection === undefined ? '' : nameOf(collection.taskId);
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
        {collection !== undefined && tellAround(collection, run, nameOf)}
        {failed > 0 && <span className={styles.failed}>{`, ${number(failed)} failed`}</span>}
      </span>
      {!isInside && <Ways isOfItems={collection !== undefined} hasFailed={failed > 0} />}
    </div>
  );
}

/** Of which items of the collections around it a collection is itself a part, from the inside out. */
function tellAround(collection: ActivationView, { view }: FollowedRun, nameOf: (taskId: string) => string): string {
  const places: string[] = [];
  for (let at = itemOf(view.activations, collection); at?.operation != null; ) {
    const around: ActivationView | undefined = view.activations.get(at.parent ?? -1);
    if (around === undefined) break;
    places.push(`, in item ${number(at.operation.index + 1)} of ${nameOf(around.taskId)}`);
    at = itemOf(view.activations, around);
  }
  return places.join('');
}

/** To all items or rounds, to the next that failed, and to running those again. */
function Ways({ isOfItems, hasFailed }: { readonly isOfItems: boolean; readonly hasFailed: boolean }): ReactNode {
  const items = useAction('run.items');
  const next = useAction('run.nextFailed');
  const retry = useAction('run.retryFailed');
  const hint = useSession(explainNoRetry);
  return (
    <>
      <Button size="small" icon={<LayersIcon />} title="I" onClick={items.run}>
        {isOfItems ? 'All items' : 'All rounds'}
      </Button>
      {hasFailed && (
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
    </>
  );
}

function number(value: number): string {
  return value.toLocaleString('en');
}
