import type { Result } from '../../base/index.ts';
import type { RepeatPolicy } from '../../hosts/node/index.ts';
import type { LimitRule } from '../../serveConfig/index.ts';
import type { GivenToRuns } from '../common/GivenToRuns.ts';
import type { CountRefusal } from '../RefusedBy.ts';
import type { DiskHealth } from './disk/DiskHealth.ts';
import type { ReadyExecution } from './openRun.ts';
import type { RunFiles } from './RunFiles.ts';
import type { RunIndex } from './rows/RunIndex.ts';
import type { RunRow } from './rows/RunRow.ts';

/** What a dispatcher works with. */
export interface DispatcherParts {
  readonly files: RunFiles;
  readonly index: RunIndex;
  readonly health: DiskHealth;
  readonly given: GivenToRuns;
  /** Asked each time, since they may change. `active`: runs at work at a time; `rules`: of some workflows; `repeat`: what becomes of calls that were cut off. */
  readonly limits: { readonly active: number; readonly rules: readonly LimitRule[]; readonly repeat: RepeatPolicy };
  /** After how many ms a run that only waits is unloaded. */
  readonly restAfter: number;
  readonly now: () => number;
  /** A run has new events, or another status. */
  readonly notify: (id: string) => void;
  /** A run has ended, or was stopped for a reason: its row. */
  readonly onStop: (row: RunRow) => void;
  readonly countRefusal: CountRefusal;
}

/** How a run is taken up out of turn. */
export interface TakeUp {
  readonly open?: () => Promise<Result<ReadyExecution, string>>;
  /** A person's word on calls that were cut off. */
  readonly decided?: 'yes' | 'no' | undefined;
}
