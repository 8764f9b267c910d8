import type { RunView } from '#engine/run';
import type { SessionState, ShownRun } from './State.ts';

/** What is shown of a run: the instant that is looked at, else how it is now. */
export function viewOf({ moment, view }: Pick<ShownRun, 'moment' | 'view'>): RunView {
  return moment?.view ?? view;
}

/** What is shown of the run on screen, where that is one of the active file. */
export function shownView({
  run: { shown: run },
  document: { activePath },
}: Pick<SessionState, 'run' | 'document'>): RunView | null {
  return run !== null && run.path === activePath ? viewOf(run) : null;
}
