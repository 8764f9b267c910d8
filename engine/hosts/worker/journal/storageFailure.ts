import type { DatabaseEnd } from '../../../effects/index.ts';
import type { RunError } from '../../../run/index.ts';
import type { Clock } from '../platform/clock.ts';
import { readStorageReason, type StorageReason } from '../platform/storageReason.ts';
import type { EngineStore, StorageReport } from '../protocol/protocol.ts';

/** A failure of the browser's storage, as an error for the user. */
export type StorageFailure = RunError & {
  readonly details: { readonly type: 'storage'; readonly reason: StorageReason; readonly cause: string };
};

const MESSAGES = {
  quota:
    'This browser’s storage for Signalbox is full. Delete runs you no longer need, or free space on the disk, and try again.',
  unavailable:
    'This browser does not let Signalbox store runs here: private windows and blocked site data do that. Allow site data for this address, or use an ordinary window.',
  timeout: 'This browser’s storage does not answer. Close other tabs of Signalbox, or restart the browser.',
  fenced: 'This run continues in another tab now.',
  gone: 'The records of this run were deleted from this browser while it was running, as clearing the site’s data does. It is being stored again from memory; other stored runs may be lost.',
  outdated: 'A newer version of Signalbox is open in another tab and has taken over the runs. Reload this tab.',
  failed: 'This browser’s storage failed. Export what you need, then reload the page.',
} satisfies Record<StorageReason, string>;

/** The error for a storage failure; `cause` is that of the platform. */
export function storageFailure(reason: StorageReason, cause: string): StorageFailure {
  return { code: 'EXECUTION_ERROR', message: MESSAGES[reason], details: { type: 'storage', reason, cause } };
}

/** The storage failure for an error that the platform threw. */
export function readStorageFailure(error: unknown): StorageFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  const cause = error instanceof Error || error instanceof DOMException ? `${name}: ${error.message}` : String(error);
  return storageFailure(readStorageReason(error), cause);
}

/** Whether an error is a {@link StorageFailure}. */
export function isStorageError({ details }: RunError): boolean {
  return typeof details === 'object' && details !== null && 'type' in details && details.type === 'storage';
}

/** Delay between the end of a connection and the check for its database, in ms: a cleared database is gone by then. */
const CHECK_AFTER = 100;

/** What the watch needs of the platform. */
interface StorageWatchContext {
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
