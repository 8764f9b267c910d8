import type { UsageView } from '../../../run/index.ts';

/** What one task did in one run. */
export interface TaskFacts {
  readonly taskId: string;
  /** How often it succeeded or failed; pinned and reused answers do not count. */
  readonly ended: number;
  /** How often it failed. */
  readonly failed: number;
  /** Of all of these times, without pauses. */
  readonly durations: Durations;
}

/**
 * What is kept of a run that has ended, next to its row: what the history finds it by, and what it adds to the statistics of the
 * tasks of its file. It is gathered while the run continues; no journal is read for it.
 */
export interface RunFacts {
  readonly runId: string;
  readonly path: string;
  readonly startedAt: number;
  /** Words of its input, output and error, in lower case; empty where another run has started it. */
  readonly words: readonly string[];
  readonly tasks: readonly TaskFacts[];
  /** False: answers were made up, so that it says nothing of how long tasks take. */
  readonly isReal: boolean;
}

/** What was gathered of a run: its facts, and what its row has of them. */
export interface GatheredFacts {
  readonly facts: Pick<RunFacts, 'words' | 'tasks'>;
  /** Of its models and of those of the runs it started; absent where none answered. */
  readonly usage?: UsageView;
  /** Its error in short. */
  readonly failure?: string;
  /** How often it warned; absent where it never did. */
  readonly warnings?: number;
}

/** How a task did over the last runs of its file. */
export interface TaskStatistics {
  readonly taskId: string;
  /** In how many of the runs it succeeded or failed, and in how many it failed. */
  readonly runs: number;
  readonly failedRuns: number;
  /** How often, over all of the runs. */
  readonly ended: number;
  readonly failed: number;
  /** In ms, without pauses; at most 2.5 % off the true one. */
  readonly p50: number;
  readonly p95: number;
}

/** The statistics of a file. */
export interface FileStatistics {
  /** How many runs were looked at: the newest that have ended, without simulated ones. */
  readonly runs: number;
  readonly tasks: readonly TaskStatistics[];
}

/** How often a duration occurred, by step of a scale; in order. */
type Durations = readonly (readonly [step: number, count: number])[];

/** Up to here each ms is a step of its own; beyond, each step is 5 % longer than the one before it. */
const EXACT = 100;
const GROWTH = Math.log(1.05);

/** The step of a duration in ms. */
export function stepOf(ms: number): number {
  const whole = Math.max(0, Math.round(ms));
  return whole <= EXACT ? whole : EXACT + Math.round(Math.log(whole / EXACT) / GROWTH);
}

/** The duration in the middle of a step, in ms: at most 2.5 % off those that fell on it. */
function middleOf(step: number): number {
  return step <= EXACT ? step : Math.round(EXACT * Math.exp((step - EXACT) * GROWTH));
}

/** The duration that a share of all did not exceed, in ms, by the nearest rank; null where there are none. */
export function percentile(durations: Durations, share: number): number | null {
  const total = durations.reduce((sum, [, count]) => sum + count, 0);
  let left = Math.max(1, Math.ceil(total * share));
  for (const [step, count] of durations) {
    left -= count;
    if (left <= 0) return middleOf(step);
  }
  return null;
}

/** The sum of several. */
export function sumDurations(all: readonly Durations[]): Durations {
  const counts = new Map<number, number>();
  for (const [step, count] of all.flat()) counts.set(step, (counts.get(step) ?? 0) + count);
  return [...counts].sort(([one], [other]) => one - other);
}

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
