import type { SessionState } from '../store/State.ts';

/** Why the failed items of the run on screen cannot be run again; undefined where they can. */
export function explainNoRetry({ run: { shown: run } }: Pick<SessionState, 'run'>): string | undefined {
  if (run === null || run.view.status === 'running') return 'The run has not ended yet.';
  if (run.importedFrom !== null) return 'The run came from a file: fork it first.';
  if (run.server !== null) return 'The run is on a server: fork it here first.';
  if (run.parent !== null) return 'Another run has started this one: run the workflow around it.';
  return undefined;
}
