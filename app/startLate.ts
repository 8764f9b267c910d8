import { savesData } from '#engine/worker';
import { notify } from './session/index.ts';
import { folders, watchDatabases, watchLaunches } from './session/storage/index.ts';
import { watchVersions } from './session/versions/index.ts';
import { lazyModule, loadAhead } from './ui/index.ts';

const news = lazyModule(() => import('./runs/watchRuns.ts'));
const addresses = lazyModule(() => import('./keepAddress.ts'));

/**
 * Starts what can wait until the first screen is there: versions, folders, addresses, news of runs, the service worker. Once per page.
 * @param recovered once the runs of a page before this one continue
 */
export function startLate(recovered: Promise<void>): void {
  void watchDatabases();
  // What a folder brings in is a version, too.
  watchVersions();
  const tied = tieFolder();
  // What an address names may be in a folder, whose token the address held before, or be a run that resumes.
  void Promise.all([tied, recovered])
    .then(() => addresses.load())
    .then(({ keepAddress }) => keepAddress())
    .catch(() => undefined);
  void recovered
    .then(() => news.load())
    .then(({ watchRuns }) => watchRuns())
    .catch(() => undefined);
  void watchLaunches();
  void loadUnlessSaving()
    .then(() => import('./offline/index.ts'))
    .then(({ startOffline }) => startOffline())
    .catch(() => undefined);
}

/** Opens the folder of the last visit again, or the one that is served with the page. */
async function tieFolder(): Promise<void> {
  try {
    const { connectFolderMemory, watchFolder } = await folders.load();
    await connectFolderMemory();
    watchFolder();
  } catch (error) {
    notify({
      kind: 'error',
      message: `Folders cannot be opened. ${error instanceof Error ? error.message : String(error)}`,
    });
  }
}

/** Loads all code ahead; a person who asked the browser to save data gets each part when it is first used. */
async function loadUnlessSaving(): Promise<void> {
  if (savesData()) return;
  await loadAhead();
  performance.mark('loaded-ahead');
}
