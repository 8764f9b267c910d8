import type { RunControl } from '#engine/worker';
import { enginePort, ignoreDeath } from './runEngine.ts';
import { session } from './store.ts';

/** Tells the run on screen something while it goes on, in whatever tab that is. */
export async function tellRun(message: RunControl): Promise<void> {
  const engine = enginePort();
  const { run } = session.getState();
  if (!engine || run?.view.status !== 'running') return;
  try {
    await engine.engine.controlRun(run.runId, message);
  } catch (error) {
    ignoreDeath(error);
  }
}
