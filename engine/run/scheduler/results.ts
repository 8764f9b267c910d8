import { type Json, jsonObject } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import { evaluate, frameOfRun } from '../evaluate/evaluate.ts';
import type { Scope } from '../state/Activation.ts';
import { emit } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';

/** Ends a run whose top scope has nothing left: by `outputs`, else by what its last tasks gave (format.md 1). */
export function finishRun(run: Run, scope: Scope): void {
  if (scope.failure !== null) {
    endRun(run, { status: 'error', output: null, error: scope.failure.error });
    return;
  }
  const { outputs } = run.program.workflow;
  const result =
    outputs === null ? null : evaluate(run, frameOfRun(run, scope.store), { data: outputs, where: 'outputs' });
  if (result !== null && !result.ok) endRun(run, { status: 'error', output: null, error: result.error });
  else endRun(run, { status: 'success', output: result === null ? terminalOutput(run) : result.value, error: null });
}

function terminalOutput(run: Run): Json {
  const [output = null] = run.terminals.values();
  return run.terminalCount > 1 ? jsonObject(run.terminals) : output;
}

/** Emits that the run has ended; it takes no further input. */
export function endRun(
  run: Run,
  end: { readonly status: 'success' | 'error' | 'cancelled'; readonly output: Json; readonly error: RunError | null },
): void {
  run.isFinished = true;
  emit(run, { type: 'run.finished', ...end });
}

/** The error of a run that was stopped from outside. */
export function cancelledError(): RunError {
  return runError('CANCELLED', 'run.cancelled', 'The run was cancelled.');
}
