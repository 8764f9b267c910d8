import type { Result } from '../../../base/index.ts';
import { LostJournalError, type RepeatPolicy } from '../../../hosts/node/index.ts';
import type { GivenToRuns } from '../../common/prepareStart.ts';
import { withoutPlace } from '../../errors.ts';
import type { ServiceRefusal } from '../../RunService.ts';
import type { ReadyExecution } from '../openRun.ts';
import type { KeptEnd, RunEnd } from '../rows/EndFiles.ts';
import type { EndedSummary, RestingRow } from '../toEnded.ts';

/** How the execution of a run ended here. */
export type Ending =
  | { readonly type: 'ended'; readonly result: EndedSummary }
  /** Nothing is under way in it. */
  | { readonly type: 'down'; readonly row: RestingRow }
  /** It continues at the next start. */
  | { readonly type: 'halted' }
  /** It cannot be continued; the reason is for a person. `rest`: with nothing under way in it, so that the next start leaves it paused. */
  | { readonly type: 'refused'; readonly reason: string; readonly rest?: RestingRow }
  | { readonly type: 'failed'; readonly error: unknown };

/** What a run that is executed here tells. */
export interface LiveRunListener {
  readonly onEvents: (id: string) => void;
  /** Something is under way in it again, or nothing is but waits. */
  readonly onIdle: () => void;
  /** It has started another run, or continues one. */
  readonly onBelow: (id: string) => void;
}

/** How a run is executed. */
export interface LiveRunOrder {
  readonly given: GivenToRuns;
  readonly open: () => Promise<Result<ReadyExecution, string>>;
  /** True: it was unloaded by this process or one before, with nothing under way. */
  readonly wasDown: boolean;
  readonly repeat: RepeatPolicy;
  /** Whether `repeat` is a person's word, which also answers for calls that say `ask` themselves. */
  readonly isDecided: boolean;
  readonly restAfter: number;
  /** Keeps what it has ended with, where that is long, elsewhere than in its row. */
  readonly keepEnd: (end: RunEnd) => Promise<KeptEnd>;
  readonly listener: LiveRunListener;
}

/** What came of an input: true once it is on the disk; false where the run has ended here before that; else why it is not sent. */
export type Sent = boolean | ServiceRefusal;

/** The process ends. */
export class HaltedError extends Error {
  override readonly name = 'HaltedError';
}

/** Why a run that an error has stopped is paused, for a person. */
export function describeStop(error: unknown): string {
  const reason = withoutPlace(error);
  return error instanceof LostJournalError ? `${reason}.` : `It was stopped by an error: ${reason}`;
}
