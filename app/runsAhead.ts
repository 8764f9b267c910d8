import type { EngineConnection } from '#engine/worker';
import type { TextStore } from './platform/index.ts';
import { watch } from './session/index.ts';

/** Storage key under which a page records that it showed a running run. */
const UNDER_WAY = 'signalbox-run-under-way';

/** Loads the code that shows a run while a resumed one is still being read. */
export async function loadRunsAhead({ engine }: EngineConnection, stash: TextStore): Promise<void> {
  watch(
    (state) => state.run.shown?.view.status === 'running',
    (isUnderWay) => leaveWord(stash, isUnderWay),
  );
  try {
    // The engine knows better, but much later: its worker has yet to start.
    const isLikely = stash.getItem(UNDER_WAY) !== null;
    if (isLikely || (await engine.listRuns({ status: 'running', limit: 1 })).length > 0)
      await Promise.all([import('./runs/RunDrawer.tsx'), import('./runs/RunBanner.tsx')]);
  } catch {
    // What is asked for next says what is wrong.
  }
}

function leaveWord(stash: TextStore, isUnderWay: boolean): void {
  try {
    if (isUnderWay) stash.setItem(UNDER_WAY, '1');
    else stash.removeItem(UNDER_WAY);
  } catch {
    // A full device: the next page only loads a little later.
  }
}
