import { type ReactNode, useEffect, useState } from 'react';
import type { FileStatistics } from '#engine/worker';
import { type MarksOfTasks, readStatistics, toggleStatistics } from '../../session/history/index.ts';
import { useSession } from '../../session/index.ts';
import { Button, formatLength } from '../../ui/index.ts';
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

/** How a task did over the last runs of its file, in words; null where it ended in none of them. */
export function describeLastRuns({ runs, tasks }: FileStatistics, taskId: string): string | null {
  const task = tasks.find((each) => each.taskId === taskId);
  if (task === undefined) return null;
  const failures =
    task.failed === 0
      ? 'never failed'
      : `failed ${count(task.failed)} of ${count(task.ended)} times, in ${count(task.failedRuns)} ${task.failedRuns === 1 ? 'run' : 'runs'}`;
  const over = runs === 1 ? 'Last run' : `Last ${count(runs)} runs`;
  return `${over}: p50 ${formatLength(task.p50)}, p95 ${formatLength(task.p95)}, ${failures}`;
}

/** The same on cards: its p50 and p95; and where it failed, how often. */
export const marksOfLastRuns: MarksOfTasks = (statistics) =>
  new Map(
    statistics.tasks.map(({ taskId, p50, p95, ended, failed }) => {
      const words = describeLastRuns(statistics, taskId) ?? '';
      const lengths = { text: `p50 ${formatLength(p50)} · p95 ${formatLength(p95)}`, words, look: 'covered' } as const;
      if (failed === 0) return [taskId, [lengths]];
      return [taskId, [lengths, { text: `✕ ${count(failed)} of ${count(ended)}`, words, look: 'missed' }]];
    }),
  );

function count(number: number): string {
  return number.toLocaleString('en');
}
