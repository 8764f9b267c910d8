import type { EngineStore, EngineWorker, StorageReport } from '#engine/worker';
import { lazyModule } from '../../ui/lazyModule.ts';
import { ignoreWorkerExit } from '../document/engine.ts';
import { refreshRuns } from '../run/runHistory.ts';
import { withModule } from '../store/withModule.ts';
import { reportLoss } from './losses.ts';

const words = lazyModule(() => import('./describeLoss.ts'));

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
  withModule(words, ({ describeLoss }) => reportLoss({ store, message: describeLoss(store, reason) }));
  if (store === 'runs') void refreshRuns();
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
