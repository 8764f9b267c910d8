import { enginePort, notifyFailure, reachOut } from '../document/engine.ts';
import { placeOf } from '../run/findRecord.ts';
import { fork, forkRun } from '../run/runMoment.ts';
import { notify } from '../store/notices.ts';
import { session } from '../store/store.ts';

/**
 * Starts a run in this browser as a copy of the one on screen up to an instant, as {@link forkRun}. One of a server is
 * taken into the history here first, like a run from a file: nothing of it has run here, so the user is asked.
 */
export async function forkHere(count?: number): Promise<void> {
  const { shown } = session.getState().run;
  if (shown?.isOfTest === true) {
    notify({
      kind: 'info',
      message: 'A test played this run, which is not kept. Run the workflow to fork a run of it.',
    });
    return;
  }
  const place = shown === null ? null : placeOf(shown.runId);
  if (shown === null || place === null) return forkRun(count);
  const event = shown.events.at((count ?? shown.moment?.count ?? shown.events.length) - 1);
  if (event === undefined) return;
  try {
    const imported = await reachOut({ type: 'person' }, (engine) => engine.importServed(place.server, place.runId));
    const record = imported === null ? null : await enginePort()?.engine.findRun(imported.runId);
    if (!record) return;
    const { runId, path, source, files = new Map<string, string>(), importedFrom = '' } = record;
    await fork({ runId, path, source, files, importedFrom }, event.seq);
  } catch (error) {
    notifyFailure('The run was not forked.', error);
  }
}
