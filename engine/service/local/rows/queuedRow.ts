import { NO_FIGURES } from '../../figures.ts';
import type { RunStart } from '../../RunService.ts';
import type { RunRow } from './RunRow.ts';

/** The row of a run that nothing was done for yet. */
export function queuedRow(
  { workflow, trigger, depth }: RunStart,
  known: Pick<RunRow, 'id' | 'number' | 'queuedAt'> & { readonly input: string },
): RunRow {
  const ends = { output: null, error: null, startedAt: null, endedAt: null, ...NO_FIGURES };
  const rests = { paused: null, isUndecided: false, wakeAt: null, waits: [], restedAt: null };
  const led = depth === undefined ? {} : { depth };
  return { ...known, workflow, status: 'queued', trigger: trigger ?? null, parent: null, ...led, ...ends, ...rests };
}
