import type { FileStatistics } from '#engine/worker';
import { formatLength } from '../../ui/index.ts';

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

function count(number: number): string {
  return number.toLocaleString('en');
}
