import type { TaskStatus } from '#engine/run';
import { paintOf } from '../run/runPaint.ts';
import { isHandled } from '../store/failures.ts';
import type { SessionState } from '../store/State.ts';

/** How a task looks in the run on screen: by its status, and `handled` where it failed and the run continued. */
export function lookOf(state: SessionState, taskId: string): TaskStatus | 'handled' | undefined {
  const { shown: run } = state.run;
  const painted = paintOf(state, taskId);
  return painted?.status === 'error' && run !== null && isHandled(run, painted) ? 'handled' : painted?.status;
}
