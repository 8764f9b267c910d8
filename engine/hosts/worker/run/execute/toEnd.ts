import { StoppedError } from '../../../children/StoppedError.ts';
import { internalError } from '../../../feedRun.ts';
import { ChildProblem } from './ChildProblem.ts';
import type { ExecutionEnd } from './ExecutorContext.ts';

/** How an execution ends that is made to fail from outside: by the run around it, or one below it. */
export function toEnd(error: unknown): ExecutionEnd {
  if (error instanceof StoppedError) return { type: 'lost' };
  return { type: 'failed', error: error instanceof ChildProblem ? error.problem : internalError(error) };
}
