import { announceQueued } from '../createActivation.ts';
import type { Activation, Run } from '../Run.ts';
import { callMemory, memoryState, threadOf } from './callMemory.ts';

/** Whether expressions of the workflow read a memory that was not read yet in this run. */
export function mustReadMemories(run: Run): boolean {
  return !run.hasReadMemories && run.program.memoryReads.size > 0;
}

/**
 * Reads every memory that expressions read, before the first task begins, as steps of that task. One that cannot be
 * read fails what needs it, and nothing else. Calls back when all have answered.
 */
export function readMemories(run: Run, activation: Activation, proceed: () => void): void {
  run.hasReadMemories = true;
  const ids = [...run.program.memoryReads.keys()];
  let left = ids.length;
  if (!activation.isKnown) announceQueued(run, activation);
  for (const id of ids) {
    callMemory(run, activation, {
      id,
      threadId: threadOf(run, null),
      request: { op: 'read' },
      done: (result) => {
        if (!result.ok) memoryState(run, id).error = result.error;
        left -= 1;
        if (left === 0) proceed();
      },
    });
  }
}
