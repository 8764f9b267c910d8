import type { RunSummary } from '#engine/worker';
import type { Status } from '../ui/index.ts';

type Standing = Pick<RunSummary, 'status' | 'paused' | 'signal'>;

const PAUSES = {
  asked: 'paused',
  step: 'paused after a step',
  breakpoint: 'paused at a breakpoint',
  budget: 'paused, budget spent',
  storage: 'paused, nothing could be stored',
} as const satisfies Record<NonNullable<Standing['paused']>, string>;

/** How a run of the history stands, for its mark: one that is paused or waits for a signal does not go on by itself. */
export function standingOf({ status, paused, signal }: Standing): Status {
  if (status !== 'running') return status;
  return paused !== undefined ? 'paused' : signal !== undefined ? 'waiting' : 'running';
}

/** The same in words, with why. */
export function describeStanding({ status, paused, signal }: Standing): string {
  if (status !== 'running') return status;
  if (paused !== undefined) return PAUSES[paused];
  return signal === undefined ? status : `waiting for signal ${signal}`;
}
