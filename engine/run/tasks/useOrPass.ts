import { frameOf } from '../evaluate/evaluate.ts';
import type { Activation } from '../state/Activation.ts';
import type { Run } from '../state/Run.ts';
import { runUse } from '../uses/runUse.ts';

/** Runs the task's own `use`, which then ends it; true where it has none, and its input is the result. */
export function useOrPass(run: Run, activation: Activation): boolean {
  if (!activation.program.hasUse) return true;
  runOwnUse(run, activation);
  return false;
}

/** Runs what the task uses with its input. */
export function runOwnUse(run: Run, activation: Activation): void {
  const frame = frameOf(run, activation);
  runUse(run, { activation, frame, input: activation.input, continuation: { kind: 'use.end', activation } });
}
