import type { FileStatistics } from '#engine/worker';
import type { MarksOfTasks } from '../../session/history/index.ts';
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
