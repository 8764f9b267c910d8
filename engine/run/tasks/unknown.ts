import { TASK_TYPES, type UnknownTask } from '../../model/index.ts';
import { runError } from '../contract/errors.ts';
import { fail } from '../scheduler/endAttempt.ts';
import type { Activation } from '../state/Activation.ts';
import type { Run } from '../state/Run.ts';

/** A task without a type of the seed fails with an error that says so. */
export function runUnknown(run: Run, activation: Activation, task: UnknownTask): void {
  const written = task.writtenType === null ? 'no type' : `the type "${task.writtenType}"`;
  const message = `Task "${task.id}" has ${written}, so it cannot run. Set its type to one of ${TASK_TYPES.join(', ')}.`;
  fail(run, activation, { error: runError('CONFIGURATION_ERROR', 'task.type', message) });
}
