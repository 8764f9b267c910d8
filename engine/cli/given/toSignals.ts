import type { Vault } from '../../effects/index.ts';
import type { RunInputDraft } from '../../hosts/node/index.ts';
import type { Workflow } from '../../model/index.ts';
import { checkSignal, type Run, type RunError } from '../../run/index.ts';
import type { StartOptions } from './RUN.ts';
import { cannotStart } from './readGiven.ts';

type Signals = Pick<StartOptions, 'signals'>;

/** The signals of the command, with placeholders for secrets in what they carry. */
export function toSignals({ signals }: Signals, vault: Pick<Vault, 'conceal'>): readonly RunInputDraft[] {
  return signals.map(({ name, payload }) => ({ type: 'signal.received', name, payload: vault.conceal(payload) }));
}

/** Those of the signals that a run takes, and why it does not take the others (`checkSignal`). */
export function fitSignals(
  subject: Run | Workflow,
  { signals }: Signals,
): Signals & { readonly refusals: readonly RunError[] } {
  const checked = signals.map((signal) => ({ signal, fit: checkSignal(subject, signal.name, signal.payload) }));
  return {
    signals: checked.flatMap(({ signal, fit }) => (fit.ok ? [signal] : [])),
    refusals: checked.flatMap(({ fit }) => (fit.ok ? [] : [fit.error])),
  };
}

/** Why the signals of the command cannot be sent to its run; null where they can. */
export function refuseSignals(subject: Run | Workflow, command: Signals, vault: Pick<Vault, 'mask'>): RunError | null {
  const [refusal] = fitSignals(subject, command).refusals;
  return refusal === undefined ? null : cannotStart('signal', `--signal: ${describeRefusal(refusal, vault)}`);
}

/** Why a signal is not taken, secrets masked. */
export function describeRefusal({ message }: RunError, vault: Pick<Vault, 'mask'>): string {
  const masked = vault.mask(message);
  return typeof masked === 'string' ? masked : JSON.stringify(masked);
}
