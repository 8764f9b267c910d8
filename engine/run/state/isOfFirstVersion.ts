import type { Run } from './Run.ts';

/**
 * Whether a run was recorded by version 0.1 of the engine: it must replay as it went then. What the machine does otherwise
 * since 0.2 asks this: results of a task that runs again, `operation_id` and `item` in a task's own `with`, an error in the
 * branch that survives another, pauses between very many retries, `disabled`, which was a key without a meaning.
 */
export function isOfFirstVersion({ started }: Pick<Run, 'started'>): boolean {
  return started !== null && started.engine.startsWith('0.1.');
}
