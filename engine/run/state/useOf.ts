import { type ResolvedUse, resolveUse, resolveUseCapturing, type Task } from '../../model/index.ts';
import { isBefore } from './isBefore.ts';
import type { Run } from './Run.ts';

/** What a task of a run uses. */
export function useOf(run: Run, task: Task): ResolvedUse {
  return (isBefore(run, '0.3') ? resolveUseCapturing : resolveUse)(run.program.workflow, task);
}
