import type { Activation, Run } from '../Run.ts';
import { succeed } from '../settle.ts';
import { useThen } from './useThen.ts';

/** Runs the task's own `use` and takes its result as output; without `use` the output is the input (format.md 3). */
export function runBasic(run: Run, activation: Activation): void {
  if (activation.program.hasUse) useThen(run, activation, (output) => succeed(run, activation, { output }));
  else succeed(run, activation, { output: activation.input });
}
