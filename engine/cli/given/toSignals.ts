import type { Vault } from '../../effects/index.ts';
import type { RunInputDraft } from '../../hosts/node/index.ts';
import type { RunCommand } from '../parseRun.ts';

/** The signals of the command, with placeholders for secrets in what they carry. */
export function toSignals(
  { signals }: Pick<RunCommand, 'signals'>,
  vault: Pick<Vault, 'conceal'>,
): readonly RunInputDraft[] {
  return signals.map(({ name, payload }) => ({ type: 'signal.received', name, payload: vault.conceal(payload) }));
}
