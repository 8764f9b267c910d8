import type { Vault } from '../../effects/index.ts';
import { isBlocked, type RunInputDraft } from '../../hosts/node/index.ts';
import { checkSignal, listSignalWaits, type Run, type RunView, readStart } from '../../run/index.ts';
import { type RefusedSignal, refuseSignal } from '../common/controls.ts';
import { masked, maskedInTurns } from '../common/masked.ts';
import type { GivenToRuns } from '../common/prepareStart.ts';
import { workflowName } from '../common/workflowNames.ts';
import { type RunFigures, toFigures } from '../figures.ts';
import type { OpenWait } from '../RunService.ts';
import type { KeptEnd, RunEnd } from './rows/EndFiles.ts';
import type { RunRow } from './rows/RunRow.ts';

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
