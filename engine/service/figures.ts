import type { RunView, UsageView } from '../run/index.ts';

/** What lists tell of a run once it has ended; all null until then, and where a version before this one has ended it. */
export interface RunFigures {
  /** What its models, and those of the runs it started, have used; null where none has answered. */
  readonly usage: UsageView | null;
  /** How long it was paused or interrupted, in ms. */
  readonly idle: number | null;
  /** How many warnings it has; one of a run that it started counts as one of its own. */
  readonly warnings: number | null;
}

export const NO_FIGURES: RunFigures = { usage: null, idle: null, warnings: null };

/** The figures of a run by the view of it. */
export function toFigures(view: Pick<RunView, 'status' | 'usage' | 'idle' | 'warnings'>): RunFigures {
  const { status, usage = null, idle, warnings } = view;
  if (status === 'running') return NO_FIGURES;
  // Its end has closed the last one.
  const paused = idle.reduce((sum, { from, to }) => sum + (to ?? from) - from, 0);
  return { usage, idle: Math.round(paused), warnings: warnings.length };
}
