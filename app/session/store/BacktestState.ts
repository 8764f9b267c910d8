import type { BacktestRow, RunRecord } from '#engine/worker';

/** What the last runs of a file do on its text as it is now. */
export interface BacktestState {
  readonly path: string;
  /** The text that they were played on. */
  readonly source: string;
  /** As far as they were played, the last one first. */
  readonly runs: readonly BacktestRow[];
  /** `old`: the text has changed since; `playing`: some are to come. */
  readonly progress: 'old' | 'playing' | 'done';
}

/** A run that was played on another text, to be compared: it is kept nowhere. */
export interface PlayedRecord extends RunRecord {
  /** What the text is called. */
  readonly playedOn: string;
}
