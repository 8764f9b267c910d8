import type { EngineWorker, StorageReport } from '#engine/worker';
import { lazyModule } from '../../ui/lazyModule.ts';
import { ignoreWorkerExit } from '../document/engine.ts';
import { refreshRuns } from '../run/runHistory.ts';
import { reportLoss } from './losses.ts';

const words = lazyModule(() => import('./describeLoss.ts'));
const databases = lazyModule(() => import('./watchDatabases.ts'));

/** For a loss whose own words cannot be loaded. */
const NO_WORDS =
  'Something that Signalbox keeps in this browser was deleted or cannot be read. Download your files to be safe, then reload the page.';

/** Shows the user what happens to the engine's storage from outside. */
export function connectEngineStorage(engine: Pick<EngineWorker, 'subscribeStorage'>): void {
  engine.subscribeStorage(report).catch(ignoreWorkerExit);
}

/**
 * Looks for databases of the engine that were deleted before it has opened them: only an open connection is notified of that. Where the
 * code for it cannot be loaded, no one looks.
 */
export async function watchDatabases(): Promise<void> {
  const loaded = await databases.load().catch(() => null);
  loaded?.watchDatabases((store) => report({ store, reason: 'gone' }));
}

function report({ store, reason }: StorageReport): void {
  words.load().then(
    ({ describeLoss }) => reportLoss({ store, message: describeLoss(store, reason) }),
    // A loss is told anyway, if in fewer words.
    () => reportLoss({ store, message: NO_WORDS }),
  );
  if (store === 'runs') void refreshRuns();
}
