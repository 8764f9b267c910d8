import type { DatabaseEnd } from '../../../effects/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { EngineStore, StorageReport } from '../protocol/protocol.ts';

/** How long after a connection was closed it is looked whether its database is there, in ms: one that is cleared is gone by then. */
const LOOK_AFTER = 100;

/** What is needed to look: names of the databases there are. */
export interface StorageWatchContext {
  readonly clock: Pick<Clock, 'setTimer'>;
  /** Null where the browser does not say. */
  readonly listDatabases: () => Promise<readonly string[] | null>;
}

/** Hears from every database of the worker how its connections end, and tells the page what was lost by that. */
export class StorageWatch {
  readonly #context: StorageWatchContext;
  readonly #hooks: ((store: EngineStore) => void)[] = [];
  #listener: ((report: StorageReport) => void) | null = null;
  /** What was told before anybody listened. */
  #waiting: StorageReport[] = [];

  constructor(context: StorageWatchContext) {
    this.#context = context;
  }

  /** Sets the one listener, and tells it what was lost before. */
  subscribe(listener: (report: StorageReport) => void): void {
    this.#listener = listener;
    for (const report of this.#waiting.splice(0)) listener(report);
  }

  /** Calls back when a store was deleted, before the page is told. */
  onDeleted(hook: (store: EngineStore) => void): void {
    this.#hooks.push(hook);
  }

  /** What to do when the connection to a database of a store ends. */
  endOf(store: EngineStore): (end: DatabaseEnd, name: string) => void {
    return (end, name) => void this.#note(store, end, name);
  }

  /** Tells the page. */
  report(report: StorageReport): void {
    if (this.#listener === null) this.#waiting.push(report);
    else this.#listener(report);
  }

  async #note(store: EngineStore, end: DatabaseEnd, name: string): Promise<void> {
    if (end === 'outdated') return this.report({ store, reason: 'outdated' });
    if (end === 'closed' && (await this.#isThere(name))) return;
    for (const hook of this.#hooks) hook(store);
    this.report({ store, reason: 'gone' });
  }

  async #isThere(name: string): Promise<boolean> {
    await new Promise<void>((resolve) => void this.#context.clock.setTimer(LOOK_AFTER, resolve));
    const names = await this.#context.listDatabases().catch(() => null);
    return names?.includes(name) === true;
  }
}

/** The names of all databases of this origin; null where the browser does not say. */
export async function listDatabases(): Promise<readonly string[] | null> {
  if (typeof indexedDB === 'undefined' || !('databases' in indexedDB)) return null;
  return (await indexedDB.databases()).flatMap(({ name }) => (name === undefined ? [] : [name]));
}
