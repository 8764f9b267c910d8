import { type FileStatistics, percentile, type RunFacts, sumDurations, type TaskFacts } from './RunFacts.ts';

/** The statistics of all tasks that ended in these runs. */
export function sumTasks(runs: readonly Pick<RunFacts, 'tasks'>[]): FileStatistics {
  const byTask = new Map<string, TaskFacts[]>();
  for (const task of runs.flatMap(({ tasks }) => tasks)) {
    const known = byTask.get(task.taskId);
    if (known === undefined) byTask.set(task.taskId, [task]);
    else known.push(task);
  }
  const tasks = [...byTask].map(([taskId, facts]) => {
    const durations = sumDurations(facts.map((each) => each.durations));
    return {
      taskId,
      runs: facts.length,
      failedRuns: facts.filter(({ failed }) => failed > 0).length,
      ended: sum(facts.map(({ ended }) => ended)),
      failed: sum(facts.map(({ failed }) => failed)),
      p50: percentile(durations, 0.5) ?? 0,
      p95: percentile(durations, 0.95) ?? 0,
    };
  });
  return { runs: runs.length, tasks };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
