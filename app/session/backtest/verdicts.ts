import type { BacktestRow } from '#engine/worker';

/** A verdict on a run, and null for one that was not played; the worst first. */
export const VERDICTS = [
  'now fails',
  'unanswered',
  'another path',
  'another output',
  'now succeeds',
  null,
  'the same',
] as const satisfies readonly BacktestRow['verdict'][];

/** How many runs have a verdict. */
export interface VerdictCount {
  readonly verdict: BacktestRow['verdict'];
  readonly count: number;
}

/** The verdicts that some runs have, the worst first. */
export function countVerdicts(runs: readonly BacktestRow[]): readonly VerdictCount[] {
  return VERDICTS.map((verdict) => ({ verdict, count: runs.filter((run) => run.verdict === verdict).length })).filter(
    ({ count }) => count > 0,
  );
}

/** What a verdict is called: as the head of a list, and behind a number. */
export const VERDICT_WORDS = {
  'now fails': { head: 'Now fail', short: 'now failing' },
  unanswered: { head: 'Have a call without an answer', short: 'unanswered' },
  'another path': { head: 'Take another path', short: 'on another path' },
  'another output': { head: 'Give another output', short: 'with another output' },
  'now succeeds': { head: 'Now succeed', short: 'now succeeding' },
  'not played': { head: 'Were not played', short: 'not played' },
  'the same': { head: 'The same', short: 'the same' },
} as const satisfies Record<NonNullable<BacktestRow['verdict']> | 'not played', { head: string; short: string }>;
