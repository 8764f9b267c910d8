import type { UsageView } from '../../../run/index.ts';
import type { Durations } from './durations.ts';

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
