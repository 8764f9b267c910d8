import { readStorageReason, type StorageReason } from '#engine/worker';

/** Rest of the text before it is written, and the longest it waits while it never rests, in ms. */
const DEBOUNCE = 300;
const LONGEST = 1000;
/** Wait before a failed write is tried again, in ms. */
const RETRY = 3000;
/** How long a write may take before it is said that storage does not answer, in ms. */
const NOTICE_AFTER = 700;

export interface SaverOptions<Value> {
  /** What is durable at the start. */
  readonly durable: Value;
  /** Writes what changed between two values; resolves once it is durable. */
  readonly write: (value: Value, durable: Value) => Promise<unknown>;
  readonly onState: (state: {
    readonly state: 'saved' | 'saving' | 'failed';
    readonly failure?: StorageFailure;
  }) => void;
}

/** Writes a value that changes often, late enough to be calm and soon enough to be safe. */
export interface Saver<Value> {
  /** Takes the newest value. */
  readonly schedule: (value: Value) => void;
  /** Writes at once what is not yet durable; resolves true when all is, false when it could not be. */
  readonly flush: () => Promise<boolean>;
  /** The last value known to be durable. */
  readonly durable: () => Value;
  /** Takes a value that came from storage, or from the tab that owns it, as durable. */
  readonly reset: (value: Value) => void;
  /** Takes note that storage has lost all but `value`, and writes the newest value at once, as {@link flush} does. */
  readonly invalidate: (value: Value) => Promise<boolean>;
  /** Writes nothing any more. */
  readonly stop: () => void;
}

/** Starts a saver. Values are compared by identity. One write at a time, always of the newest value. */
export function createSaver<Value>({ durable: first, write, onState }: SaverOptions<Value>): Saver<Value> {
  let durable = first;
  let newest = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  let writing: Promise<boolean> | null = null;
  let isStopped = false;
  /** Counts the changes of `durable` from outside: a write that began before one says nothing of what is stored. */
  let version = 0;

  function arm(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  }

  function schedule(value: Value): void {
    if (value === newest || isStopped) return;
    if (newest === durable) since = Date.now();
    newest = value;
    onState({ state: newest === durable ? 'saved' : 'saving' });
    if (writing === null) arm(Math.max(0, Math.min(DEBOUNCE, since + LONGEST - Date.now())));
  }

  async function writeNewest(): Promise<boolean> {
    while (newest !== durable) {
      if (isStopped) return false;
      const value = newest;
      const written = version;
      since = Date.now();
      const notice = setTimeout(
        () => onState({ state: 'failed', failure: new StorageFailure('timeout') }),
        NOTICE_AFTER,
      );
      try {
        await write(value, durable);
        if (written === version) durable = value;
      } catch (error) {
        const failure = error instanceof StorageFailure ? error : new StorageFailure('failed', error);
        onState({ state: 'failed', failure });
        if (failure.reason !== 'fenced' && failure.reason !== 'outdated') arm(RETRY);
        return false;
      } finally {
        clearTimeout(notice);
      }
    }
    onState({ state: 'saved' });
    return true;
  }

  function flush(): Promise<boolean> {
    clearTimeout(timer);
    if (isStopped) return Promise.resolve(newest === durable);
    writing ??= writeNewest().finally(() => {
      writing = null;
    });
    return writing;
  }

  return {
    schedule,
    flush,
    durable: () => durable,
    reset: (value) => {
      clearTimeout(timer);
      version += 1;
      durable = value;
      newest = value;
    },
    invalidate: (value) => {
      version += 1;
      durable = value;
      return flush();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const MESSAGES: Record<StorageReason, string> = {
  quota:
    'This device has no room left for the workspace, so the latest changes are not saved. Free some space or download your files; writing is tried again.',
  unavailable:
    'This browser does not let the page store anything (a private window, or storage is blocked). Allow storage, or download your files before you close the tab.',
  fenced: 'Another tab took over this workspace, so this tab did not write. What you see here can still be downloaded.',
  gone: 'The stored workspace was deleted from this browser, as clearing the site’s data does. What this tab shows is written again.',
  outdated:
    'A newer version of Signalbox is open in another tab, so this tab does not write. Download what is not saved, then reload this tab.',
  timeout:
    'The browser’s storage does not answer, so the latest changes are not saved. Close other tabs of Signalbox or download your files; writing is tried again.',
  failed: 'The workspace could not be written to this device. Download your files to be safe; writing is tried again.',
};

/** The browser's storage did not keep or give the workspace; the message says what that means and what to do. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
  readonly reason: StorageReason;

  constructor(reason: StorageReason, cause?: unknown) {
    super(MESSAGES[reason], { cause });
    this.reason = reason;
  }
}

/** Any error of IndexedDB as a {@link StorageFailure}. */
export function toStorageFailure(error: unknown): StorageFailure {
  if (error instanceof StorageFailure) return error;
  // A browser that has the name may still have nothing under it.
  return new StorageFailure(globalThis.indexedDB === null ? 'unavailable' : readStorageReason(error), error);
}
