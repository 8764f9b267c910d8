/** The right to execute a run, while nobody steals it. */
export interface RunLock {
  /** Gives it up. */
  readonly release: () => void;
  /** Aborts when another tab took it. */
  readonly lost: AbortSignal;
}

/** Tells which runs are being executed anywhere in this browser, other tabs included, and lets one tab execute each. */
export interface RunLocks {
  /** False where locks of one tab are not seen by the others. */
  readonly areShared: boolean;
  /**
   * The lock of a run, at once or as soon as whoever has it is gone; with `steal` at once in any case. Rejects where the
   * browser gives no locks to this page.
   */
  readonly acquire: (runId: string, steal?: boolean) => Promise<RunLock>;
  /** The lock of a run if nobody has it now, else null. */
  readonly tryAcquire: (runId: string) => Promise<RunLock | null>;
  /** Ids of the runs executed in any tab. */
  readonly live: () => Promise<ReadonlySet<string>>;
}

const PREFIX = 'signalbox-run:';

/** Takes a lock that is held until this worker ends, however that comes about. Answers with its name; null: there are none here. */
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

/** Locks of the browser, where it has them (pages over https or from this device); else those of this worker alone. */
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
    // It rejects when the lock is stolen, and where the browser gives none; then the first of the two matters.
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

/** Locks that are seen where this object is seen, given in the order in which they are asked for. */
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
