import { loadPatterns } from '../../../../base/index.ts';
import { checkSignal, type RunError } from '../../../../run/index.ts';
import type { RunStore } from '../../journal/RunStore.ts';
import type { RunControl } from '../../protocol/protocol.ts';
import { workflowOf } from './workflowOf.ts';

/** Why a signal for a run that another tab executes is refused, by the file it runs; undefined where it is not, or is not known. */
export async function checkRecorded(
  runId: string,
  { name, payload }: Extract<RunControl, { readonly type: 'signal.received' }>,
  store: Pick<RunStore, 'find'>,
): Promise<RunError | undefined> {
  const found = await store.find(runId);
  if (!found.ok || found.value === null) return undefined;
  await loadPatterns();
  const fit = checkSignal(workflowOf(found.value), name, payload);
  return fit.ok ? undefined : fit.error;
}
