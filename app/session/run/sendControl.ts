import type { RunError } from '#engine/run';
import type { RunControl, RunServer } from '#engine/worker';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { notify } from '../store/notices.ts';
import { session } from '../store/store.ts';
import { placeOf, servers } from './findRecord.ts';

/** Tells the outermost run of the one on screen what is set on a task or an edge of a file: it holds in all below it. */
export async function sendSetting(
  file: string,
  setting: Extract<RunControl, { readonly type: 'breakpoint.set' | 'output.pinned' }>,
): Promise<void> {
  const { shown } = session.getState().run;
  // A server knows nothing of what is set on this device.
  if (shown === null || shown.server !== null) return;
  const { root = shown.runId, files: [outermost = shown.path] = [] } = shown.parent ?? {};
  await send(root, file === outermost ? setting : { ...setting, file });
}

/** Tells the outermost run of the one on screen what holds in it and in all below it, whatever their files. */
export async function sendToAll(
  setting: Extract<RunControl, { readonly type: 'errorPause.set' | 'virtualTime.set' }>,
): Promise<void> {
  const { shown } = session.getState().run;
  if (shown !== null && shown.server === null) await send(shown.parent?.root ?? shown.runId, setting);
}

/** What is for the outermost run and with it for all below it, whichever is on screen. The engine here sees to that itself. */
const OF_ALL: ReadonlySet<RunControl['type']> = new Set(['run.paused', 'run.resumed', 'run.cancelled']);

/** Sends a control to the run on screen while it is executed, in whatever tab that is. Answers with why a signal is refused. */
export async function sendControl(message: RunControl): Promise<RunError | undefined> {
  const { shown } = session.getState().run;
  if (shown === null) return undefined;
  const root = shown.server !== null && OF_ALL.has(message.type) ? shown.parent?.root : undefined;
  return send(root ?? shown.runId, message);
}

/** Nothing where what is on screen has ended. */
async function send(runId: string, message: RunControl): Promise<RunError | undefined> {
  const place = placeOf(runId);
  if (place !== null) return sendServed(place.server, place.runId, message);
  const engine = enginePort();
  if (!engine || session.getState().run.shown?.view.status !== 'running') return undefined;
  try {
    return await engine.engine.controlRun(runId, message);
  } catch (error) {
    ignoreWorkerExit(error);
    return undefined;
  }
}

/** A form shows why a signal is refused, and a notice says it of everything else. */
async function sendServed(server: RunServer, runId: string, message: RunControl): Promise<RunError | undefined> {
  const refusal = await (await servers.load()).controlServed(server, runId, message);
  if (refusal !== undefined && message.type !== 'signal.received')
    notify({ kind: 'error', message: `${server.address}: ${refusal.message}` });
  return refusal;
}
