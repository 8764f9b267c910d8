import type { RunError } from '../../../../run/index.ts';
import { explainChange } from '../../../RunSeal.ts';
import type { JournaledRun } from '../../journal/RunStore.ts';

/** The error for a run whose records were changed since it started; null without a change, and for runs of versions without seals. */
export function findChange({
  summary,
  details,
  inputs,
}: Pick<JournaledRun, 'summary' | 'details' | 'inputs'>): RunError | null {
  const { seal, source, files = [] } = details;
  if (seal === undefined) return null;
  const [first] = inputs;
  const start = first?.type === 'run.started' ? first : null;
  const message = explainChange(seal, { path: summary.path, source, files, start }, 'journal');
  if (message === null) return null;
  return { code: 'REPLAY_MISMATCH', message, details: { type: 'journal.changed', reason: message } };
}
