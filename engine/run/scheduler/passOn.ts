import type { Activation } from '../state/Activation.ts';
import type { Run } from '../state/Run.ts';
import { succeed } from './endAttempt.ts';

/** What a decision takes that decides nothing: its `default`, else what follows a condition that is not met. */
const NO_ROUTE = { route: 'default' };

/**
 * Ends an activation of a disabled task (format.md 1): its output is its input, nothing in it runs and nothing is called. What
 * follows is what follows a success.
 */
export function passOn(run: Run, activation: Activation): void {
  activation.attempt = 1;
  const { input: output } = activation;
  const choice = run.machine.chooseForOutput(run, activation, NO_ROUTE);
  succeed(run, activation, choice === null ? { output } : { output, choice });
}
