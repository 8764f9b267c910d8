import type { Pin } from '../contract/RunPlan.ts';
import { keepUseError, keepUseResult } from '../debugger/pins.ts';
import type { Activation } from '../state/Activation.ts';
import type { Run } from '../state/Run.ts';
import { failFinally, succeed } from './endAttempt.ts';

/** Ends an activation with its pin: nothing is called and nothing is retried; handlers and routes follow as usual. */
export function settlePinned(run: Run, activation: Activation, pin: Pin): void {
  activation.pinned = pin.kind;
  activation.attempt = 1;
  if ('error' in pin) {
    keepUseError(run, activation, pin.error);
    failFinally(run, activation, { error: pin.error, choice: run.machine.chooseForError(run, activation, pin.error) });
    return;
  }
  keepUseResult(run, activation, pin);
  const choice = run.machine.chooseForOutput(run, activation, pin.output);
  succeed(run, activation, choice === null ? { output: pin.output } : { output: pin.output, choice });
}
