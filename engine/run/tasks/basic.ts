import { frameOf } from '../evaluate.ts';
import type { Activation, Run } from '../Run.ts';
import { fail, succeed } from '../settle.ts';
import { runUse } from '../uses.ts';

/** Runs the task's own `use` and takes its result as output; without `use` the output is the input (format.md 3). */
export function runBasic(run: Run, activation: Activation): void {
  runUse(run, {
    activation,
    frame: frameOf(run, activation),
    input: activation.input,
    done: (result) => {
      if (result.ok) succeed(run, activation, { output: result.value });
      else fail(run, activation, result);
    },
  });
}
