import type { DatabaseEnd } from '../../../effects/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { EngineStore, StorageReport } from '../protocol/protocol.ts';

/** Delay between the end of a connection and the check for its database, in ms: a cleared database is gone by then. */
const CHECK_AFTER = 100;

/** What the watch needs of the platform. */
export interface StorageWatchContext {
  readonly clock: Pick<Clock, 'setTimer'>;
  /** Names of all databases; null where the browser cannot list them. */
  readonly listDatabases: () => Promise<readonly string[] | null>;
}

/** Observes how the connections to all databases of the worker end, and reports lost stores to the page. */
export class StorageWatch {
  readonly #context: StorageWatchContext;
  readonly #hooks: ((store: EngineStore) => void)[] = [];
  #listener: ((report: StorageReport) => void) | null = null;
  /** Reports from before there was a listener. */
  #waiting: StorageReport[] = [];

  constructor(context: StorageWatchContext) {
    this.#context = context;
  }

  /** Sets the one listener, and sends it the earlier reports. */
  subscribe(listener: (report: StorageReport) => void): void {
    this.#listener = listener;
    for (const report of this.#waiting.splice(0)) listener(report);
  }

  /** Calls back when a store was deleted, before it is reported to the page. */
  onDeleted(hook: (store: EngineStore) => void): void {
    this.#hooks.push(hook);
  }

  /** The handler for the end of a connection to a database of a store. */
  endOf(store: EngineStore): (end: DatabaseEnd, name: string) => void {
    return (end, name) => void this.#note(store, end, name);
  }

  /** Sends a report to the page, or keeps it until there is a listener. */
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
    await new Promise<void>((resolve) => void this.#context.clock.setTimer(CHECK_AFTER, resolve));
    const names = await this.#context.listDatabases().catch(() => null);
    return names?.includes(name) === true;
  }
}

/** The names of all databases of this origin; null where the browser cannot list them. */
export async function listDatabases(): Promise<readonly string[] | null> {
  if (typeof indexedDB === 'undefined' || !('databases' in indexedDB)) return null;
  return (await indexedDB.databases()).flatMap(({ name }) => (name === undefined ? [] : [name]));
}
