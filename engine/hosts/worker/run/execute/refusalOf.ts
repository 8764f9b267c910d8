import type { RunInputDraft } from '../../../../driver/index.ts';
import { checkSignal, type Run } from '../../../../run/index.ts';
import type { RunControl } from '../../protocol/protocol.ts';

/** What a run is told of a signal that does not fit it, with the reason; null of all that it takes. */
export function refusalOf(run: Run, control: RunControl): Extract<RunInputDraft, { type: 'signal.refused' }> | null {
  if (control.type !== 'signal.received') return null;
  const { name, payload } = control;
  const fit = checkSignal(run, name, payload);
  return fit.ok ? null : { type: 'signal.refused', name, error: fit.error };
}
