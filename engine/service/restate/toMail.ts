import type { Vault } from '../../effects/index.ts';
import type { RunControl } from '../RunService.ts';
import type { Mail } from './contract.ts';

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
