import type { Vault } from '../../effects/index.ts';
import { listSignalWaits, type Run, type RunView, readStart } from '../../run/index.ts';
import type { OpenWait } from '../RunService.ts';
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

/** The waits for signals of a machine. */
export function toWaits(run: Run, runId: string): readonly OpenWait[] {
  const file = readStart(run)?.file ?? '';
  const workflow = workflowName(file) ?? file;
  return listSignalWaits(run).map(({ taskId: task, signal, since, until }) => {
    return { runId, workflow, task, signal, since, until, title: null, description: null, schema: null };
  });
}
