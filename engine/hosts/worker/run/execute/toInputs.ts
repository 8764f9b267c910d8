import type { CutOffCalls, RunInputDraft } from '../../../../driver/index.ts';
import { checkSignal, type Run } from '../../../../run/index.ts';
import type { RunControl } from '../../protocol/protocol.ts';

/** What a run is fed for what a person does to it: a signal that does not fit is refused, and a run with undecided calls is not resumed. */
export function toInputs(control: RunControl, run: Run, cutOff: CutOffCalls | undefined): readonly RunInputDraft[] {
  if (control.type === 'run.repeat') return cutOff?.decide(control.key, control.again) ?? [];
  if (control.type !== 'signal.received') return cutOff?.take(control) ?? [control];
  const { name, payload } = control;
  const fit = checkSignal(run, name, payload);
  return [fit.ok ? control : { type: 'signal.refused', name, error: fit.error }];
}
