import type { RunControl } from '#engine/worker';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { session } from '../store/store.ts';

/** Sends a control to the run on screen while it is executed, in whatever tab that is. */
export async function sendControl(message: RunControl): Promise<void> {
  const engine = enginePort();
  const {
    run: { shown: run },
  } = session.getState();
  if (!engine || run?.view.status !== 'running') return;
  try {
    await engine.engine.controlRun(run.runId, message);
  } catch (error) {
    ignoreWorkerExit(error);
  }
}
