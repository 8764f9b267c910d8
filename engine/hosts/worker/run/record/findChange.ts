import type { RunError } from '../../../../run/index.ts';
import { explainChange, sealRun } from '../../../RunSeal.ts';
import type { JournaledRun } from '../../journal/RunStore.ts';
import { partsOf } from './workflowOf.ts';

type SealedRun = Pick<JournaledRun, 'summary' | 'details' | 'inputs'>;

/** The error for a run whose records were changed since it started; null without a change, and for runs of versions without seals. */
export function findChange(run: SealedRun): RunError | null {
  const { seal } = run.details;
  const message = seal === undefined ? null : explainChange(seal, partsOf(run), 'journal');
  if (message === null) return null;
  return { code: 'REPLAY_MISMATCH', message, details: { type: 'journal.changed', reason: message } };
}

/** A run with the seal of its parts. */
export function withSeal<Run extends SealedRun>(run: Run): Run {
  return { ...run, details: { ...run.details, seal: sealRun(partsOf(run)) } };
}
