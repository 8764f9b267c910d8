import type { MergeTexts, MergeVerdict, ProvedRecord } from '../../../proof/index.ts';
import type { BacktestRequest } from './Backtests.ts';
import type { RunSummary } from './RunSummary.ts';

/** The texts of a merge that the last runs of its file are played on. */
export interface MergeProofRequest extends Omit<BacktestRequest, 'source'> {
  readonly texts: Readonly<Record<keyof MergeTexts, string>>;
  /** The one run that is played, and whose events are wanted; without it the newest. */
  readonly only?: string;
}

/** A recorded run of the file, and as in which side of the merge it goes on the merged text. */
export interface MergedRow extends Pick<RunSummary, 'runId' | 'startedAt' | 'status'> {
  /** Null: it was not played. */
  readonly verdict: MergeVerdict | null;
  /** In words: why it was not played, or where it goes as in neither. Null: nothing is to be said. */
  readonly note: string | null;
  /** What happens in it on the sides and on the merged text, where it was asked for alone. */
  readonly events?: ProvedRecord['events'];
}
