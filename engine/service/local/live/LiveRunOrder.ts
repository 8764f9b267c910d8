import type { Result } from '../../../base/index.ts';
import type { Vault } from '../../../effects/index.ts';
import { isBlocked, LostJournalError, type RepeatPolicy, type RunInputDraft } from '../../../hosts/node/index.ts';
import { checkSignal, listSignalWaits, type Run, type RunView, readStart } from '../../../run/index.ts';
import { type RefusedSignal, refuseSignal } from '../../common/controls.ts';
import { masked, maskedInTurns } from '../../common/masked.ts';
import type { GivenToRuns } from '../../common/prepareStart.ts';
import { workflowName } from '../../common/workflowNames.ts';
import { withoutPlace } from '../../errors.ts';
import { toFigures } from '../../heads.ts';
import type { OpenWait, RunFigures, ServiceRefusal } from '../../RunService.ts';
import type { ReadyExecution } from '../openRun.ts';
import type { KeptEnd, RunEnd } from '../rows/EndFiles.ts';
import type { RunRow } from '../rows/RunRow.ts';

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

/** What a run has ended with. */
export type EndedSummary = Pick<RunRow, 'status' | 'output' | 'error' | 'endedAt' | 'large' | keyof RunFigures>;

/** What a run that has ended is taken down with. */
interface Ended {
  readonly given: GivenToRuns;
  /** Keeps what is long of it elsewhere. */
  readonly keepEnd: (end: RunEnd) => Promise<KeptEnd>;
}

/** What a run that has ended is shown with: secrets are masked. */
export async function toEnded(view: RunView, vault: Vault, { given, keepEnd }: Ended): Promise<EndedSummary> {
  const { turns } = given.ports;
  const { status, output, error, endedAt } = view;
  if (status === 'running') throw new RangeError('The run has not ended');
  const shown = await maskedInTurns(output, vault, turns);
  const end = { output: shown, error: await maskedInTurns(error, vault, turns) };
  return { status, ...(await keepEnd(end)), endedAt, ...toFigures(view) };
}

/** What is kept of a run in which nothing is under way, until it is taken up again. */
export type RestingRow = Pick<RunRow, 'status' | 'paused' | 'isUndecided' | 'isBlocked' | 'wakeAt'>;

/** A run that waits or is paused. @param reason why it is paused, for a person */
export function toRest(
  { paused }: Pick<RunView, 'paused'>,
  timers: readonly { readonly at: number }[],
  reason: string | null,
): RestingRow {
  const wakeAt = paused !== null || timers.length === 0 ? null : Math.min(...timers.map(({ at }) => at));
  const isUndecided = paused?.reason === 'interrupted';
  const status = paused === null ? 'waiting' : 'paused';
  return { status, paused: reason, isUndecided, isBlocked: isBlocked(paused?.reason), wakeAt };
}

/** The waits for signals of a machine; secrets are masked. */
export function toWaits(run: Run, runId: string, { mask }: Vault): readonly OpenWait[] {
  const file = readStart(run)?.file ?? '';
  const workflow = workflowName(file) ?? file;
  return listSignalWaits(run).map(({ taskId: task, ...wait }) => ({ runId, workflow, task, ...masked(wait, mask) }));
}

/** Why a run does not take a signal; null where it does, and for all other inputs. */
export function refuseUnfit(run: Run, input: RunInputDraft, vault: Vault): RefusedSignal | null {
  if (input.type !== 'signal.received') return null;
  const fit = checkSignal(run, input.name, input.payload);
  return fit.ok ? null : refuseSignal(input.name, fit.error, vault);
}
