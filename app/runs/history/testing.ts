/** For the tests of this folder: rows of runs, and what chooses among them. */
import type { RunSummary } from '#engine/worker';
import { type HistoryChoice, type HistoryRow, toRow } from './historyRows.ts';

export const run = (runId: string, startedAt: number, more: Partial<RunSummary> = {}): RunSummary => ({
  runId,
  path: 'a.yaml',
  name: null,
  status: 'success',
  startedAt,
  endedAt: startedAt + 10,
  simulate: false,
  simulated: false,
  ...more,
});

/** What chooses every row, the newest first. */
export const ALL: HistoryChoice = {
  words: '',
  found: null,
  status: null,
  path: null,
  tag: null,
  where: null,
  since: null,
  order: { column: 'started', isDescending: true },
};

/** The runs of a file, as the search finds them. */
export const A_FILE: HistoryChoice = { ...ALL, words: 'a.yaml' };

/** Rows of so many runs, in no order. */
export function manyRows(count: number): readonly HistoryRow[] {
  return Array.from({ length: count }, (_, at) => toRow(run(`m${at}`, (at * 7919) % count), new Map()));
}
