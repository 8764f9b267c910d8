import type { BacktestVerdict, MergeTexts, MergeVerdict, ProvedRecord } from '../../../proof/index.ts';
import type { Difference } from '../../../run/index.ts';
import type { RunSummary } from './RunSummary.ts';

/** The text of a file that its last runs are played on. */
export interface BacktestRequest {
  readonly path: string;
  readonly source: string;
  /** The texts that it may import, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** How many runs are played at most: the newest. */
  readonly runs: number;
}

/** A recorded run of the file, and what becomes of it on the text. */
export interface BacktestRow extends Pick<RunSummary, 'runId' | 'startedAt' | 'status'> {
  /** Null: it was not played. */
  readonly verdict: BacktestVerdict | null;
  /** In words: why it was not played, or what it ends with now. Null: nothing is to be said. */
  readonly note: string | null;
  /** Tasks that do something else, as they were called. */
  readonly tasks: readonly { readonly task: string; readonly differences: readonly (Difference | 'steps')[] }[];
  /** Tasks that would ask for what was not asked for. */
  readonly asks: readonly string[];
}

/**
 * What came of a request. `current`: the newest run ran this text, or there is none; `broken`: the text cannot run; `stopped`: no one
 * wanted more; `played`: all of them.
 */
export type BacktestOutcome = 'current' | 'broken' | 'stopped' | 'played';

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
