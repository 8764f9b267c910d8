import type { Json } from '../../base/index.ts';
import { frameOf } from '../evaluate.ts';
import type { Activation, Run } from '../Run.ts';
import { fail } from '../settle.ts';
import { runUse } from '../uses.ts';

/** Runs the task's own `use` (its input, without one) and goes on with the result; where that fails, so does the attempt. */
export function useThen(run: Run, activation: Activation, goOn: (result: Json) => void): void {
  if (!activation.program.hasUse) {
    goOn(activation.input);
    return;
  }
  runUse(run, {
    activation,
    frame: frameOf(run, activation),
    input: activation.input,
    done: (result) => (result.ok ? goOn(result.value) : fail(run, activation, result)),
  });
}
