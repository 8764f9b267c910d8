import { type ReactNode, useEffect, useState } from 'react';
import type { FileStatistics } from '#engine/worker';
import { readStatistics, toggleStatistics } from '../../session/history/index.ts';
import { useSession } from '../../session/index.ts';
import { Button } from '../../ui/index.ts';
import { describeLastRuns, marksOfLastRuns } from './describeLastRuns.ts';
import styles from './StepPlace.module.css';

/** Over how many runs a task is told of, and over how many where more is asked for. */
const FEW = 20;
const MANY = 100;

/** How a task did over the last runs of its file in this browser: p50 and p95 of how long it worked, and its failures. */
export function LastRuns({ taskId }: { readonly taskId: string }): ReactNode {
  const path = useSession(({ run: { shown } }) => (shown === null || shown.server !== null ? null : shown.path));
  const newest = useSession((state) => state.run.history);
  const [most, setMost] = useState(FEW);
  const isPainted = useSession((state) => state.run.painted?.kind === 'history');
  const [statistics, setStatistics] = useState<FileStatistics | null>(null);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a run that has ended counts, too
  useEffect(() => {
    if (path === null) {
      setStatistics(null);
      return;
    }
    let isOver = false;
    void readStatistics(path, most).then((read) => !isOver && setStatistics(read));
    return () => {
      isOver = true;
    };
  }, [path, most, newest]);
  const words = statistics === null ? null : describeLastRuns(statistics, taskId);
  if (statistics === null || words === null) return null;
  const isFull = statistics.runs === FEW && most === FEW;
  return (
    <div className={styles.place}>
      <span className={styles.words} title="Without pauses, and without runs that were simulated">
        {words}
      </span>
      {(isFull || most === MANY) && (
        <Button size="small" variant="ghost" onClick={() => setMost(most === FEW ? MANY : FEW)}>
          {most === FEW ? `Last ${MANY}` : `Last ${FEW}`}
        </Button>
      )}
      <Button
        size="small"
        variant="ghost"
        aria-pressed={isPainted}
        title="Show on each card how its task did over the last runs"
        onClick={() => void toggleStatistics(marksOfLastRuns)}
      >
        On cards
      </Button>
    </div>
  );
}
