import type { EngineConnection } from '#engine/worker';
import { handleKeys } from './actions/index.ts';
import { applyTheme, createStorage, joinTabs, type TextStore } from './platform/index.ts';
import { notify, registerPort, session, startChecking, startReading, watch } from './session/index.ts';
import { connectRuns, connectTexts, recoverRuns } from './session/run/index.ts';
import { connectEngineStorage, connectStorage, folders, type Persistence } from './session/storage/index.ts';
import { sealSecrets, seedWorkspace } from './session/workspace/index.ts';
import { lazyModule } from './ui/index.ts';

const late = lazyModule(() => import('./startLate.ts'));

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
  startReading(connection.engine, persistence.ready);
  startChecking(connection.engine);
  handleKeys();
  // Resumed runs need the variables, which are known only then.
  const recovered = persistence.ready.then(sealSecrets).then(recoverRuns);
  void persistence.ready.then(() => watch((state) => state.view.theme, applyTheme));
  void persistence.ready
    .then(() => late.load())
    .then(
      ({ startLate }) => startLate(recovered),
      ({ message }: Error) =>
        notify({ kind: 'error', message: `Folders cannot be opened, and versions of files are not kept. ${message}` }),
    );
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

/** `localStorage`, or one that stores nothing where the browser blocks it: what it would keep is then only in IndexedDB. */
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

/** Storage key under which a page records that it showed a running run. */
const RUNNING_KEY = 'signalbox-run-under-way';

/** Loads the code that shows a run while a resumed one is still being read. */
async function preloadRunView({ engine }: EngineConnection, stash: TextStore): Promise<void> {
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
