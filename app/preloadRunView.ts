import type { EngineConnection } from '#engine/worker';
import type { TextStore } from './platform/index.ts';
import { watch } from './session/index.ts';

/** Storage key under which a page records that it showed a running run. */
const RUNNING_KEY = 'signalbox-run-under-way';

/** Loads the code that shows a run while a resumed one is still being read. */
export async function preloadRunView({ engine }: EngineConnection, stash: TextStore): Promise<void> {
  watch(
    (state) => state.run.shown?.view.status === 'running',
    (isRunning) => rememberRunning(stash, isRunning),
  );
  try {
    // The engine knows better, but much later: its worker has yet to start.
    const isLikely = stash.getItem(RUNNING_KEY) !== null;
    if (isLikely || (await engine.listRuns({ status: 'running', limit: 1 })).length > 0)
      await Promise.all([import('./runs/RunDrawer.tsx'), import('./runs/RunBanner.tsx')]);
  } catch {
    // The next request reports the failure.
  }
}

function rememberRunning(stash: TextStore, isRunning: boolean): void {
  try {
    if (isRunning) stash.setItem(RUNNING_KEY, '1');
    else stash.removeItem(RUNNING_KEY);
  } catch {
    // A full device: the next page only loads a little later.
  }
}
