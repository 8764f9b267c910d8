import type { CutOffCalls } from '../../../../driver/index.ts';
import type { Performer } from '../../../../effects/index.ts';
import type { RunError, RunEvent } from '../../../../run/index.ts';
import type { HostedRun } from '../../../children/HostedRun.ts';
import type { Restoration } from '../../../feedRun.ts';
import type { WriterContext } from '../../journal/JournalWriter.ts';
import type { Claim, RunStore } from '../../journal/RunStore.ts';
import type { FamilyTime } from './FamilyTime.ts';
import type { RunChildren } from './RunChildren.ts';

/** A restored run, and what its execution needs. */
export interface ExecutorContext {
  readonly claim: Claim;
  readonly restored: Restoration;
  /** Set for a run that is resumed. */
  readonly cutOff?: CutOffCalls | undefined;
  readonly performer: Pick<Performer, 'perform'>;
  readonly children: Pick<RunChildren, 'idleCount' | 'note' | 'passBudget' | 'passSetting' | 'stop'>;
  readonly store: RunStore;
  /** The clock of the family, of which this run is one. */
  readonly time: FamilyTime;
  /** The text of a checkpoint of the run; null where none can be taken. */
  readonly takeCheckpoint: WriterContext['takeCheckpoint'];
  /** As the runs around it and below it see it. */
  readonly view: () => HostedRun['view'];
  readonly onEvents: (events: readonly RunEvent[]) => void;
  /** Called when nothing is under way in it or below it any more but waits, and when something is again. */
  readonly onIdle: (isIdle: boolean) => void;
  /** Stores the whole run again, after its records were deleted. */
  readonly rewrite: WriterContext['rewrite'];
  /** Called with the reason when the journal cannot be written, and with null once it can be written again. */
  readonly onTrouble: (trouble: RunError | null) => void;
  /** How many events wait to be sent to the page: a run never gets far ahead of it, so that Stop is shown immediately. */
  readonly backlog: () => number;
}

/** How an execution ended; `lost`: another tab executes the run. */
export type ExecutionEnd =
  | { readonly type: 'finished' | 'lost' }
  | { readonly type: 'failed'; readonly error: RunError };
