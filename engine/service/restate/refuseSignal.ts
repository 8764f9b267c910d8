import type { Vault } from '../../effects/index.ts';
import { effectiveWorkflow } from '../../graph/index.ts';
import { analyzeRecorded, type RunInputDraft, type StartedHead } from '../../hosts/node/index.ts';
import { checkPayload, checkSignal } from '../../run/index.ts';
import { masked } from '../common/masked.ts';
import type { RunControl, ServiceRefusal } from '../RunService.ts';
import type { Mail, RunWaits } from './messages.ts';

/** What is answered to who sent a signal that is not taken, and what its run is told. */
export interface RefusedSignal {
  readonly refusal: ServiceRefusal;
  readonly told: RunInputDraft;
}

/**
 * Why a run does not take a signal; null where it does: as `checkSignal` of its machine, by the waits that the run has written
 * down. Those that have opened since are known by the text of the run alone. Patterns must be loaded.
 */
export function refuseSignal(
  { name, payload }: Extract<RunControl, { type: 'signal' }>,
  { head, waits }: { readonly head: StartedHead; readonly waits: RunWaits },
  { mask, conceal }: Pick<Vault, 'mask' | 'conceal'>,
): RefusedSignal | null {
  const open = waits.filter(({ signal }) => signal === name);
  const fits =
    open.length > 0
      ? open.map((wait) => checkPayload(wait, payload))
      : [checkSignal(effectiveWorkflow(analyzeRecorded(head)), name, payload)];
  for (const fit of fits)
    if (!fit.ok) {
      const error = masked(fit.error, mask);
      return {
        refusal: { type: 'invalid', message: error.message, error },
        told: { type: 'signal.refused', name, error: masked(fit.error, conceal) },
      };
    }
  return null;
}

/**
 * A control as it goes to a run on the cluster.
 *
 * @param vault conceals secrets in the payload of a signal; null: the run has none
 */
export function toMail(control: RunControl, at: number, vault: Vault | null): Mail {
  switch (control.type) {
    case 'signal': {
      const payload = vault?.conceal(control.payload) ?? control.payload;
      return { type: 'input', at, input: { type: 'signal.received', name: control.name, payload } };
    }
    case 'skip':
      return { type: 'input', at, input: { type: 'wait.skipped', activation: control.activation } };
    case 'pause':
      return { type: 'input', at, input: { type: 'run.paused', reason: 'asked' } };
    case 'resume':
      return { type: 'resume', at, repeat: control.repeat ?? null };
    case 'cancel':
      return { type: 'input', at, input: { type: 'run.cancelled' } };
  }
}
