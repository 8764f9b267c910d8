import { enginePort, notifyFailure, reachOut } from '../document/engine.ts';
import { placeOf } from '../run/findRecord.ts';
import { type ForkPoint, fork } from '../run/runMoment.ts';
import { notify } from '../store/notices.ts';
import type { ShownRun } from '../store/State.ts';
import { session } from '../store/store.ts';

/**
 * Starts a run in this browser as a copy of the one on screen up to the instant that is looked at, paused; `count` names another
 * instant. One of a server is taken into the history here first, like a run from a file: nothing of it has run here, so the user is asked.
 */
export async function forkHere(count?: number): Promise<void> {
  const { shown } = session.getState().run;
  const event = shown?.events.at((count ?? shown.moment?.count ?? shown.events.length) - 1);
  if (shown !== null && event !== undefined) await forkAt(shown, { seq: event.seq });
}

/** A message of a request to a model, as it was sent. */
export interface SentMessage {
  /** Key of the request. */
  readonly key: string;
  /** Which message, from 0; null: the system prompt. */
  readonly index: number | null;
}

/**
 * Starts a run in this browser as a copy of the one on screen up to a request to a model, and asks the model with a message that says
 * something else; the copy continues from there. What was called before is taken from the record, what comes after is called.
 */
export async function continueWithMessage({ key, index }: SentMessage, content: string): Promise<void> {
  const { shown } = session.getState().run;
  const request = shown?.events.slice().findLast((event) => event.type === 'effect.requested' && event.key === key);
  const start = shown?.events.at(0);
  if (shown === null || request?.type !== 'effect.requested' || start?.type !== 'run.started') return;
  const place = key.slice(start.runId.length + 1);
  const { seq, activation } = request;
  await forkAt(shown, { seq, activation, message: { place, index, content } });
}

async function forkAt(shown: ShownRun, point: ForkPoint): Promise<void> {
  if (shown.isOfTest) {
    notify({
      kind: 'info',
      message: 'A test played this run, which is not kept. Run the workflow to fork a run of it.',
    });
    return;
  }
  const place = placeOf(shown.runId);
  if (place === null) return void (await fork(shown, point));
  try {
    const imported = await reachOut({ type: 'person' }, (engine) => engine.importServed(place.server, place.runId));
    const record = imported === null ? null : await enginePort()?.engine.findRun(imported.runId);
    if (!record) return;
    const { runId, path, source, files = new Map<string, string>(), importedFrom = '' } = record;
    await fork({ runId, path, source, files, importedFrom }, point);
  } catch (error) {
    notifyFailure('The run was not forked.', error);
  }
}
