import type { UseResult } from '../contract/UseResult.ts';
import { fail, succeed } from '../scheduler/endAttempt.ts';
import type { Activation } from '../state/Activation.ts';
import type { Run } from '../state/Run.ts';
import { useOrPass } from './useOrPass.ts';

/** Runs the task's own `use` and takes its result as output; without `use` the output is the input (format.md 3). */
export function runBasic(run: Run, activation: Activation): void {
  if (useOrPass(run, activation)) succeed(run, activation, { output: activation.input });
}

/** Ends a basic task with the result of its `use`. */
export function endBasic(run: Run, activation: Activation, result: UseResult): void {
  if (result.ok) succeed(run, activation, { output: result.value });
  else fail(run, activation, result);
}
