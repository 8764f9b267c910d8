import type { RunError } from '../../../run/index.ts';
import { explainChange } from '../../RunSeal.ts';
import type { JournaledRun } from '../journal/RunStore.ts';

/** What was changed in the records of a run since it started; null: nothing, or its version did not seal them. */
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
