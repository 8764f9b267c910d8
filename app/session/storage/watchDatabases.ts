import type { EngineStore } from '#engine/worker';

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

/**
 * Looks, while the page is seen, whether databases of the engine were deleted that it has not opened yet. Nothing where the browser does
 * not list databases.
 */
export function watchDatabases(onGone: (store: EngineStore) => void): void {
  let known: readonly string[] = [];
  const look = async (): Promise<void> => {
    const found = await listDatabases();
    if (found === null) return;
    for (const name of known) {
      const store = found.includes(name) ? undefined : storeOf(name);
      if (store !== undefined) onGone(store);
    }
    known = found;
  };
  setInterval(() => {
    if (document.visibilityState === 'visible') void look();
  }, EVERY);
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
