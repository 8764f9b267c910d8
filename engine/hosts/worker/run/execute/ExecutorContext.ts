import type { CutOffCalls, RunInputDraft } from '../../../../driver/index.ts';
import type { Performer } from '../../../../effects/index.ts';
import { checkSignal, type Run, type RunError, type RunEvent } from '../../../../run/index.ts';
import { StoppedError } from '../../../children/CallWork.ts';
import type { ChildPort } from '../../../children/HostDriver.ts';
import type { HostedRun } from '../../../children/HostedRun.ts';
import { internalError, type Restoration } from '../../../feedRun.ts';
import type { WriterContext } from '../../journal/JournalWriter.ts';
import type { Claim, RunStore } from '../../journal/RunStore.ts';
import type { RunControl } from '../../protocol/protocol.ts';
import { ChildProblem } from './ChildProblem.ts';
import type { FamilyTime } from './FamilyTime.ts';

/** A restored run, and what its execution needs. */
export interface ExecutorContext {
  readonly claim: Claim;
  readonly restored: Restoration;
  /** Set for a run that is resumed. */
  readonly cutOff?: CutOffCalls | undefined;
  readonly performer: Pick<Performer, 'perform'>;
  readonly children: ChildPort;
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

/** How an execution ends that is made to fail from outside: by the run around it, or one below it. */
export function toEnd(error: unknown): ExecutionEnd {
  if (error instanceof StoppedError) return { type: 'lost' };
  return { type: 'failed', error: error instanceof ChildProblem ? error.problem : internalError(error) };
}

/** What a run is fed for what a person does to it: a signal that does not fit is refused, and a run with undecided calls is not resumed. */
export function toInputs(control: RunControl, run: Run, cutOff: CutOffCalls | undefined): readonly RunInputDraft[] {
  if (control.type === 'run.repeat') return cutOff?.decide(control.key, control.again) ?? [];
  if (control.type !== 'signal.received') return cutOff?.take(control) ?? [control];
  const { name, payload } = control;
  const fit = checkSignal(run, name, payload);
  return [fit.ok ? control : { type: 'signal.refused', name, error: fit.error }];
}
