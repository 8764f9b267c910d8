/** The exclusive right to execute a run, until another tab steals it. */
export interface RunLock {
  readonly release: () => void;
  /** Aborts when another tab took it. */
  readonly lost: AbortSignal;
}

/** The locks of runs: which runs are executed in any tab of this browser, and at most one executor for each. */
export interface RunLocks {
  /** False where other tabs do not see the locks. */
  readonly areShared: boolean;
  /**
   * Acquires the lock of a run, as soon as it is free; with `steal` immediately. Rejects where the browser refuses locks to
   * this page.
   */
  readonly acquire: (runId: string, steal?: boolean) => Promise<RunLock>;
  /** Acquires the lock of a run if it is free, else null. */
  readonly tryAcquire: (runId: string) => Promise<RunLock | null>;
  /** Ids of the runs that are executed in any tab. */
  readonly live: () => Promise<ReadonlySet<string>>;
}

const PREFIX = 'signalbox-run:';

/** Acquires a lock that is held until this worker ends in any way. Answers with its name; null where the browser has no locks. */
export async function holdLifeLock(name: string): Promise<string | null> {
  if (!('locks' in navigator)) return null;
  return new Promise((resolve) => {
    const hold = (): Promise<never> => {
      resolve(name);
      return new Promise(() => undefined);
    };
    navigator.locks.request(name, hold).catch(() => resolve(null));
  });
}

/** Web Locks where the browser has them (pages over https or localhost); else locks within this worker. */
export function createRunLocks(): RunLocks {
  if (!('locks' in navigator)) return createLocalLocks();
  const { locks } = navigator;
  return {
    areShared: true,
    acquire: async (runId, steal = false) => {
      const lock = await request(locks, PREFIX + runId, { steal });
      if (lock === null) throw new Error(`The browser gave no lock for ${runId}.`);
      return lock;
    },
    tryAcquire: (runId) => request(locks, PREFIX + runId, { ifAvailable: true }),
    live: async () => {
      const { held = [] } = await locks.query();
      return new Set(
        held.flatMap(({ name }) => (name?.startsWith(PREFIX) === true ? [name.slice(PREFIX.length)] : [])),
      );
    },
  };
}

function request(locks: LockManager, name: string, options: LockOptions): Promise<RunLock | null> {
  const lost = new AbortController();
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      if (lock !== null) return new Promise((release) => resolve({ release, lost: lost.signal }));
      resolve(null);
      return undefined;
    };
    // Rejects when the lock is stolen, where the promise is resolved already, and where the browser refuses locks.
    locks.request(name, options, hold).catch((error: unknown) => {
      lost.abort();
      reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
}

interface Held {
  readonly lock: RunLock;
  readonly take: () => void;
}

/** Locks within this object, granted in the order of requests. */
export function createLocalLocks(): RunLocks {
  const held = new Map<string, Held>();
  const waiting = new Map<string, (() => void)[]>();
  const grant = (runId: string): RunLock => {
    const lost = new AbortController();
    const release = (): void => {
      if (held.get(runId)?.lock !== lock) return;
      held.delete(runId);
      waiting.get(runId)?.shift()?.();
    };
    const lock = { release, lost: lost.signal };
    held.set(runId, { lock, take: () => lost.abort() });
    return lock;
  };
  return {
    areShared: false,
    live: async () => new Set(held.keys()),
    tryAcquire: async (runId) => (held.has(runId) ? null : grant(runId)),
    acquire: (runId, steal = false) =>
      new Promise((resolve) => {
        const take = (): void => resolve(grant(runId));
        const holder = held.get(runId);
        if (holder !== undefined && !steal) {
          waiting.set(runId, [...(waiting.get(runId) ?? []), take]);
          return;
        }
        take();
        holder?.take();
      }),
  };
}
