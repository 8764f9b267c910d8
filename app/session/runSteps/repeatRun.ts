import { placeOf } from '../run/findRecord.ts';
import { openRun, startRun } from '../run/index.ts';
import { notify } from '../store/notices.ts';
import type { SessionState } from '../store/State.ts';
import { session } from '../store/store.ts';
import { explainNoReuse } from './explainNoRetry.ts';

/** Why the run on screen cannot be made once more with its input, here or on its server; undefined where it can. */
export function explainNoRepeat({
  run: { shown: run },
  document: {
    workspace: { files },
  },
}: Pick<SessionState, 'run' | 'document'>): string | undefined {
  const why = explainNoReuse(run);
  if (run === null || why !== undefined) return why;
  if (run.server !== null)
    return placeOf(run.runId) === null ? `${run.server.address} is no longer among the servers here.` : undefined;
  return files.has(run.path) ? undefined : `${run.path} is no longer here.`;
}

/**
 * Starts the file of a run with the input and the settings that the run had, and the text as it is now. A run of the history is opened
 * first: its row does not have the input.
 */
export async function repeatRun(runId?: string): Promise<boolean> {
  if (runId !== undefined) await openRun(runId);
  const state = session.getState();
  const { shown: run } = state.run;
  if (run === null || (runId !== undefined && run.runId !== runId)) return false;
  const why = explainNoRepeat(state);
  if (why !== undefined) {
    notify({ kind: 'warning', message: why });
    return false;
  }
  return startRun(run.view.input, { path: run.path, simulate: run.view.simulate });
}
