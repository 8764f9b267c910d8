import { type ReactNode, useState } from 'react';
import { type ChildPair, pairChildren, type StepPair } from '#engine/run';
import { compareInside } from '../../session/relatedRuns/index.ts';
import { ChevronLeftIcon, ChevronRightIcon, GitCompareIcon } from '../../ui/icons.ts';
import { Button, IconButton } from '../../ui/index.ts';
import styles from './InsidePair.module.css';

export interface InsidePairProps {
  readonly step: StepPair;
  /** Path of the file whose runs are compared. */
  readonly file: string;
  readonly taskId: string;
}

/** Leads from a task to the comparison of the runs that it started on both sides; of several, one is chosen. */
export function InsidePair({ step, file, taskId }: InsidePairProps): ReactNode {
  const pairs = pairChildren(step);
  const [at, setAt] = useState(0);
  const pair = pairs[at];
  if (pair === undefined) return null;
  const words = describePair(pair, pairs);
  const isSame = pair.older === pair.newer;
  return (
    <div className={styles.inside}>
      {isSame ? (
        <span>{`${words}: the newer run took over the run of the older one.`}</span>
      ) : (
        <Button
          size="small"
          variant="ghost"
          icon={<GitCompareIcon />}
          onClick={() => compareInside({ runId: pair.older, other: pair.newer }, { file, taskId })}
        >
          {`Compare the runs inside: ${words}`}
        </Button>
      )}
      {pairs.length > 1 && (
        <span className={styles.moves}>
          <IconButton
            size="small"
            label="Previous run inside"
            icon={<ChevronLeftIcon />}
            disabled={at === 0}
            onClick={() => setAt(at - 1)}
          />
          <span>{`${(at + 1).toLocaleString('en')} of ${pairs.length.toLocaleString('en')}`}</span>
          <IconButton
            size="small"
            label="Next run inside"
            icon={<ChevronRightIcon />}
            disabled={at === pairs.length - 1}
            onClick={() => setAt(at + 1)}
          />
        </span>
      )}
    </div>
  );
}

/** The file, with the item and the attempt where these tell one pair from the others. */
function describePair({ file, item, attempt }: ChildPair, pairs: readonly ChildPair[]): string {
  const isRetried = pairs.some((pair) => pair.attempt > 1);
  return [file, ...(item === null ? [] : [`item ${item + 1}`]), ...(isRetried ? [`attempt ${attempt}`] : [])].join(
    ', ',
  );
}
