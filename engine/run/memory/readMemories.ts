import type { UseResult } from '../contract/UseResult.ts';
import type { Activation } from '../state/Activation.ts';
import type { Continuation } from '../state/Continuation.ts';
import { announceQueued } from '../state/createActivation.ts';
import type { Run } from '../state/Run.ts';
import { callMemory, memoryState, threadOf } from './callMemory.ts';

/** Whether expressions of the workflow read a memory that was not read yet in this run. */
export function mustReadMemories(run: Run): boolean {
  return !run.hasReadMemories && run.program.memoryReads.size > 0;
}

/**
 * Reads every memory that expressions read, before the first task begins, as steps of that task. One that cannot be
 * read fails what needs it, and nothing else. Then the task starts.
 */
export function readMemories(run: Run, activation: Activation): void {
  run.hasReadMemories = true;
  const ids = [...run.program.memoryReads.keys()];
  const start: Continuation = { kind: 'task.start', activation };
  const reading = { left: ids.length, continuation: start };
  if (!activation.isKnown) announceQueued(run, activation);
  for (const id of ids) {
    const continuation = { kind: 'memory.first', id, reading } as const;
    callMemory(run, activation, { id, threadId: threadOf(run, null), request: { op: 'read' }, continuation });
  }
}

/** Takes the answer of one of them. */
export function takeFirstReading(
  run: Run,
  { id, reading }: Extract<Continuation, { readonly kind: 'memory.first' }>,
  result: UseResult,
): void {
  if (!result.ok) memoryState(run, id).error = result.error;
  reading.left -= 1;
  if (reading.left === 0) run.machine.resume(run, reading.continuation);
}
