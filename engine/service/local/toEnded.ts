import type { Vault } from '../../effects/index.ts';
import type { RunInputDraft } from '../../hosts/node/index.ts';
import { checkSignal, listSignalWaits, type Run, type RunView, readStart } from '../../run/index.ts';
import type { OpenWait, ServiceRefusal } from '../RunService.ts';
import { masked } from './masked.ts';
import type { RunRow } from './RunRow.ts';
import { workflowName } from './workflowNames.ts';

/** What a run has ended with. */
export type EndedRun = Pick<RunRow, 'status' | 'output' | 'error' | 'endedAt'>;

/** What a run that has ended is shown with: secrets are masked. */
export function toEnded({ status, output, error, endedAt }: RunView, { mask }: Vault): EndedRun {
  if (status === 'running') throw new RangeError('The run has not ended');
  return { status, output: masked(output, mask), error: masked(error, mask), endedAt };
}

/** The waits for signals of a machine; secrets are masked. */
export function toWaits(run: Run, runId: string, { mask }: Vault): readonly OpenWait[] {
  const file = readStart(run)?.file ?? '';
  const workflow = workflowName(file) ?? file;
  return listSignalWaits(run).map(({ taskId: task, ...wait }) => ({ runId, workflow, task, ...masked(wait, mask) }));
}

/** Why a run does not take a signal; null where it does, and for all other inputs. */
export function refuseSignal(run: Run, input: RunInputDraft, { mask }: Vault): ServiceRefusal | null {
  if (input.type !== 'signal.received') return null;
  const fit = checkSignal(run, input.name, input.payload);
  if (fit.ok) return null;
  const error = masked(fit.error, mask);
  return { type: 'invalid', message: error.message, error };
}
