import { createHash } from 'node:crypto';
import { err, ok, type Result } from '../base/index.ts';
import type { StartedHead } from '../hosts/node/index.ts';
import type { RunStart, ServedRun, ServiceRefusal } from './RunService.ts';

/** Ids of runs that were started for failures begin so, also those of their retries. Names of triggers, which other ids are made of, have no dot. */
export const OF_FAILURES = 'failure.';

/** What of a text tells it from others, in the id of a run: 32 digits. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The start of a run in the place of one that has failed or was cancelled; always the same one. @param by who asks, where that is known @param depth how many runs have led to this */
export function retryOf(
  { id, workflow, status, depth: own = 0 }: Pick<ServedRun, 'id' | 'workflow' | 'status' | 'depth'>,
  { start, salt }: Pick<StartedHead, 'start' | 'salt'>,
  by: string | null,
  depth = 0,
): Result<RunStart, ServiceRefusal> {
  if (status !== 'error' && status !== 'cancelled') {
    const message = `The run ${id} is ${status}. Only runs that failed or were cancelled can be retried.`;
    return err({ type: 'busy', message });
  }
  // As placeholders of its secrets end: only the run itself knows what they stand for.
  if (salt !== '' && JSON.stringify(start.input).includes(`.${salt}`)) {
    const message = `The input of the run ${id} has a secret, which is not stored. Start its workflow with the whole input.`;
    return err({ type: 'busy', message });
  }
  const runId = `${id.startsWith(OF_FAILURES) ? OF_FAILURES : ''}retry-${shortHash(id)}`;
  const deep = Math.max(own, depth);
  const trigger = `retry of ${id}${by === null ? '' : `, ${by}`}`;
  return ok({ workflow, input: start.input, runId, trigger, ...(deep === 0 ? {} : { depth: deep }) });
}
