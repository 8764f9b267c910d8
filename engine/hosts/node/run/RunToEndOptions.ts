import { isJsonObject, type Json } from '../../../base/index.ts';
import type { AskedCall, RepeatPolicy, RunInputDraft } from '../../../driver/index.ts';
import type { Performer } from '../../../effects/index.ts';
import type { Budget, RunEvent, RunView } from '../../../run/index.ts';
import type { ChildRuns } from '../../children/ChildRuns.ts';
import type { Restoration } from '../../feedRun.ts';
import { readView, writeView } from '../../restoreRun.ts';
import type { RunJournal } from '../journal/RunJournal.ts';
import type { RunClock } from './clock.ts';
import type { Turns } from './waiting.ts';

/** Who decides whether calls that were cut off are made again, in a run and in those that it has started. */
export interface Repeats {
  readonly policy: RepeatPolicy;
  /** Whether a call is made again; null where no one can be asked. */
  readonly ask: (call: AskedCall) => Promise<boolean | null>;
}

/** A restored run, and what its execution needs. */
export interface RunToEndOptions {
  readonly restored: Restoration;
  /** The state before the events in `restored`; absent for a run that starts. */
  readonly state?: HostState;
  /** Set for a run that is continued: who decides about calls that were cut off. */
  readonly repeats?: Repeats;
  /** Inputs that are fed before what happens: signals, a resume. None of them where no one decides about such calls. */
  readonly inputs?: readonly RunInputDraft[];
  /** Absent: the run is not saved. */
  readonly journal?: RunJournal;
  readonly performer: Pick<Performer, 'perform'>;
  readonly clock: RunClock;
  /** Aborting cancels the run. */
  readonly signal?: AbortSignal;
  /** Aborting ends it here, unfinished, once the calls in flight have come back and are recorded: nothing else begins. */
  readonly halt?: AbortSignal | undefined;
  /** Ends it here, unfinished, once it has waited for so many ms for signals alone, and for times that are further away. */
  readonly restAfter?: number;
  /** Notified when nothing is under way any more but waits for signals and times, and when something is again. */
  readonly onIdle?: (isIdle: boolean) => void;
  readonly onEvents?: (events: readonly RunEvent[]) => void;
  /** What its models may use: stored in its checkpoints. */
  readonly budget?: Budget;
  /** The runs that its calls start. */
  readonly children?: ChildRuns;
  /** What its work on this thread is done in turns with; absent: with nothing. */
  readonly turns?: Turns | undefined;
}

/** What this host has derived from all events and inputs of a run so far. */
export interface HostState {
  readonly view: RunView;
  readonly budget: Budget;
}

/** A state as JSON, for a checkpoint. */
export function writeHostState({ view, budget }: HostState): Json {
  // A budget is plain data.
  return Object.assign({}, writeView(view), { budget: budget as unknown as Json });
}

/** The state that `writeHostState` wrote; null for anything else. */
export function readHostState(host: Json): HostState | null {
  const view = readView(host);
  if (view === null || !isJsonObject(host)) return null;
  // The digest of the checkpoint proves that it is unchanged.
  return { view, budget: host['budget'] as unknown as Budget };
}
