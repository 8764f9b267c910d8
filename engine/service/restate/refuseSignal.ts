import { effectiveWorkflow } from '../../graph/index.ts';
import { analyzeRecorded, type StartedHead } from '../../hosts/node/index.ts';
import { checkPayload, checkSignal } from '../../run/index.ts';
import { masked } from '../local/masked.ts';
import type { RunControl, ServiceRefusal } from '../RunService.ts';
import type { RunWaits } from './contract.ts';

/**
 * Why a run does not take a signal; null where it does: as `checkSignal` of its machine, by the waits that the run has written
 * down. Those that have opened since are known by the text of the run alone. Patterns must be loaded.
 */
export function refuseSignal(
  { name, payload }: Extract<RunControl, { type: 'signal' }>,
  { head, waits }: { readonly head: StartedHead; readonly waits: RunWaits },
  mask: Parameters<typeof masked>[1],
): ServiceRefusal | null {
  const open = waits.filter(({ signal }) => signal === name);
  const fits =
    open.length > 0
      ? open.map((wait) => checkPayload(wait, payload))
      : [checkSignal(effectiveWorkflow(analyzeRecorded(head)), name, payload)];
  for (const fit of fits)
    if (!fit.ok) {
      const error = masked(fit.error, mask);
      return { type: 'invalid', message: error.message, error };
    }
  return null;
}
