import { type EngineConnection, savesData } from '#engine/worker';
import { handleKeys } from './actions/index.ts';
import { applyTheme, createStorage, joinTabs, type TextStore } from './platform/index.ts';
import { preloadRunView } from './preloadRunView.ts';
import { notify, registerPort, session, startChecking, startReading, watch } from './session/index.ts';
import { connectRuns, connectTexts, recoverRuns } from './session/run/index.ts';
import {
  connectEngineStorage,
  connectStorage,
  folders,
  type Persistence,
  watchDatabases,
  watchLaunches,
} from './session/storage/index.ts';
import { sealSecrets, seedWorkspace } from './session/workspace/index.ts';
import { lazyModule, loadAhead } from './ui/index.ts';

const news = lazyModule(() => import('./runs/watchRuns.ts'));
const addresses = lazyModule(() => import('./keepAddress.ts'));

/** Ties the session to this browser: storage, other tabs, the engine's worker, keys, the page's life. Once per page. */
export function startSession(connection: EngineConnection): Persistence {
  const stash = localStash();
  void preloadRunView(connection, stash);
  const persistence = connectStorage({
    storage: createStorage(),
    join: joinTabs,
    stash,
    seed: seedWorkspace,
  });
  registerPort('storage', persistence);
  connectRuns(connection);
  connectEngineStorage(connection.engine);
  connectTexts(connection);
  startReading(connection.engine);
  startChecking(connection.engine);
  handleKeys();
  // Resumed runs need the variables, which are known only then.
  const recovered = persistence.ready.then(sealSecrets).then(recoverRuns);
  void persistence.ready.then(() => watch((state) => state.view.theme, applyTheme));
  void persistence.ready.then(watchDatabases);
  const tied = persistence.ready.then(tieFolder);
  // What an address names may be in a folder, whose token the address held before, or be a run that resumes.
  void Promise.all([tied, recovered])
    .then(() => addresses.load())
    .then(({ keepAddress }) => keepAddress())
    .catch(() => undefined);
  void recovered
    .then(() => news.load())
    .then(({ watchRuns }) => watchRuns())
    .catch(() => undefined);
  void persistence.ready.then(watchLaunches);
  void persistence.ready
    .then(loadUnlessSaving)
    .then(() => import('./offline/index.ts'))
    .then(({ startOffline }) => startOffline())
    .catch(() => undefined);
  window.addEventListener('pagehide', persistence.leave);
  window.addEventListener('beforeunload', (event) => {
    const {
      storage: { role, save },
    } = session.getState();
    // Unsaved changes are lost with the page: the browser asks the user first.
    if (role === 'owner' && save.state === 'failed') event.preventDefault();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') persistence.leave();
    else void folders.loaded()?.checkFolder();
  });
  window.addEventListener('focus', () => void folders.loaded()?.checkFolder());
  return persistence;
}

/** Loads all code ahead; a person who asked the browser to save data gets each part when it is first used. */
async function loadUnlessSaving(): Promise<void> {
  if (savesData()) return;
  await loadAhead();
  performance.mark('loaded-ahead');
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

/** `localStorage`, or one that takes nothing where the browser blocks it: what it would keep is then only in IndexedDB. */
function localStash(): TextStore {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: refuse, removeItem: () => undefined };
  }
}

function refuse(): never {
  throw new DOMException('The browser blocks local storage.', 'SecurityError');
}
