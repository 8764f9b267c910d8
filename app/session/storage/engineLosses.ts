import type { EngineStore, EngineWorker, StorageReport } from '#engine/worker';
import { ignoreWorkerExit } from '../document/engine.ts';
import { refreshRuns } from '../run/runHistory.ts';
import { reportLoss } from './losses.ts';

const DELETED: Record<EngineStore, string> = {
  runs: 'The run history was deleted from this browser, as clearing the site’s data does. Runs that have not ended are stored again; a finished one that is on screen can still be exported.',
  values:
    'The values that core:kv kept were deleted from this browser, as clearing the site’s data does. Workflows that read them begin without them.',
  files:
    'Files that runs wrote were deleted from this browser, as clearing the site’s data does. Workflows of this workspace are kept apart from them.',
  memories:
    'Memories of agents were deleted from this browser, as clearing the site’s data does. Agents that use them begin anew.',
  secrets:
    'Secrets that were kept on this device were deleted from this browser, as clearing the site’s data does. Those that are open stay until this tab closes: choose in Variables to keep them again. Locked ones have to be set again.',
};

const NAMES: Record<EngineStore, string> = {
  runs: 'the run history',
  values: 'the values of core:kv',
  files: 'the files of runs',
  memories: 'the memories of agents',
  secrets: 'the secrets of this device',
};

/** The databases of the engine; a memory with a path has its own, whose name continues after a hyphen. */
const DATABASES: readonly (readonly [prefix: string, store: EngineStore])[] = [
  ['signalbox-runs', 'runs'],
  ['signalbox-values', 'values'],
  ['signalbox-files', 'files'],
  ['signalbox-secrets', 'secrets'],
  ['signalbox-memory', 'memories'],
];

/** How often it is looked whether they are there, in ms: a loss is shown within a second. */
const EVERY = 700;

/** Shows the user what happens to the engine's storage from outside. */
export function connectEngineStorage(engine: Pick<EngineWorker, 'subscribeStorage'>): void {
  engine.subscribeStorage(report).catch(ignoreWorkerExit);
}

/**
 * Looks, while the page is seen, whether databases of the engine were deleted that it has not opened yet: only an open
 * connection is notified of that. Answers with a function that stops it; nothing where the browser does not list databases.
 */
export function watchDatabases(): () => void {
  let known: readonly string[] = [];
  const look = async (): Promise<void> => {
    const found = await listDatabases();
    if (found === null) return;
    for (const name of known) {
      const store = found.includes(name) ? undefined : storeOf(name);
      if (store !== undefined) report({ store, reason: 'gone' });
    }
    known = found;
  };
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void look();
  }, EVERY);
  return () => clearInterval(timer);
}

function report({ store, reason }: StorageReport): void {
  reportLoss({ store, message: describe(store, reason) });
  if (store === 'runs') void refreshRuns();
}

function describe(store: EngineStore, reason: StorageReport['reason']): string {
  switch (reason) {
    case 'gone':
      return DELETED[store];
    case 'outdated':
      return `A newer version of Signalbox is open in another tab and has taken over: ${NAMES[store]}. Reload this tab.`;
    case 'unavailable':
      return `This browser does not let Signalbox read what it keeps: ${NAMES[store]}. Reload the page, or restart the browser.`;
  }
}

function storeOf(name: string): EngineStore | undefined {
  return DATABASES.find(([prefix]) => name === prefix || name.startsWith(`${prefix}-`))?.[1];
}

/** Null where the browser does not say. */
async function listDatabases(): Promise<readonly string[] | null> {
  try {
    return (await indexedDB.databases()).flatMap(({ name }) => (name === undefined ? [] : [name]));
  } catch {
    return null;
  }
}
