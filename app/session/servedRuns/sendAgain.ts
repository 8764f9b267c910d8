import type { EngineWorker } from '#engine/worker';
import { notifyFailure, reachOut } from '../document/engine.ts';
import { notify } from '../store/notices.ts';
import type { Asker, InsideRun, SessionState, ShownRun } from '../store/State.ts';
import { session } from '../store/store.ts';

/** What came of a request that was sent again. */
export type SentAgain = Extract<Awaited<ReturnType<EngineWorker['sendAgain']>>, { readonly ok: true }>['value'];

/** Why requests of the run on screen cannot be sent again from here; undefined where they can. */
export function explainNoSend({ run: { shown: run } }: Pick<SessionState, 'run'>): string | undefined {
  if (run === null) return 'No run is on screen.';
  if (run.isOfTest) return 'A test played this run: it has sent nothing.';
  if (run.server !== null) return 'The run is on a server. Fork it here to send its requests from here.';
  return run.isImported ? 'The run came from a file. Fork it first.' : undefined;
}

/**
 * Sends a request of the run on screen, or of the one inside it whose step is looked at, once more, as it was sent then, with the secrets as they are now. The user is asked where its file is
 * not trusted, and where a secret would go to a place that it may not go to yet. Null where it was not sent.
 */
export async function sendAgain(key: string): Promise<SentAgain | null> {
  const state = session.getState();
  const { shown: run } = state.run;
  if (run === null || explainNoSend(state) !== undefined) return null;
  const { variables } = state.workspace;
  try {
    const { runId, path } = insideOf(state) ?? run;
    const sent = await reachOut(askerOf({ ...run, path }, state), (engine) =>
      engine.sendAgain({ runId, key, variables }),
    );
    if (sent === null || sent.ok) return sent?.value ?? null;
    notify({ kind: 'error', message: sent.error.message });
  } catch (error) {
    notifyFailure('The request was not sent.', error);
  }
  return null;
}

/** The run inside whose step is looked at: the request is one of that. */
function insideOf({ run: { shown, inside } }: SessionState): InsideRun | null {
  return inside.get(shown?.selectedInside?.runId ?? '') ?? null;
}

function askerOf(run: ShownRun, { document }: SessionState): Asker {
  const { runId, path, source, files, importedFrom } = run;
  if (importedFrom !== null) return { type: 'imported-run', run: { runId, path, source, files, importedFrom } };
  // Of a file that is gone, what its runs may reach was asked when they started.
  return document.workspace.files.has(path) ? { type: 'file', path } : { type: 'person' };
}
