import type { RunSummary } from '#engine/worker';
import type { Status } from '../../ui/index.ts';

type RunProgress = Pick<RunSummary, 'status' | 'paused' | 'signal' | 'isIdle'>;

const PAUSES = {
  asked: 'paused',
  step: 'paused after a step',
  breakpoint: 'paused at a breakpoint',
  error: 'paused at an error',
  budget: 'paused, budget spent',
  missing: 'paused, something is missing',
  storage: 'paused, nothing could be stored',
  parent: 'paused with the run around it',
  interrupted: 'asks about calls that were cut off',
  child: 'paused in a run inside',
} as const satisfies Record<NonNullable<RunProgress['paused']>, string>;

/** The mark of a run in a list: one that is paused or only waits is marked so, not as running. */
export function statusMarkOf({ status, paused, isIdle }: RunProgress): Status {
  if (status !== 'running') return status;
  return paused !== undefined ? 'paused' : isIdle === true ? 'waiting' : 'running';
}

/** The same as text, with the reason. */
export function describeRunStatus({ status, paused, signal, isIdle }: RunProgress): string {
  if (status !== 'running') return status;
  if (paused !== undefined) return PAUSES[paused];
  if (isIdle === true) return signal === undefined ? 'waiting' : `waiting for signal ${signal}`;
  return signal === undefined ? status : `${status}, a step waits for signal ${signal}`;
}
