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
  /** The lock of a run, at once or as soon as whoever has it is gone; with `steal` at once in any case. */
  readonly acquire: (runId: string, steal?: boolean) => Promise<RunLock>;
  /** Ids of the runs executed in any tab. */
  readonly live: () => Promise<ReadonlySet<string>>;
}

const PREFIX = 'signalbox-run:';

/** Locks of the browser, where it has them (pages over https or from this device); else those of this worker alone. */
export function createRunLocks(): RunLocks {
  const here = new Set<string>();
  const locks = 'locks' in navigator ? navigator.locks : null;
  return {
    areShared: locks !== null,
    acquire: async (runId, steal = false) => {
      const lock = locks === null ? holdAlone() : await request(locks, PREFIX + runId, steal);
      here.add(runId);
      const release = (): void => {
        here.delete(runId);
        lock.release();
      };
      lock.lost.addEventListener('abort', release);
      return { lost: lock.lost, release };
    },
    live: async () => {
      const { held = [] } = (await locks?.query()) ?? {};
      const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) === true ? [name.slice(PREFIX.length)] : []));
      return new Set([...here, ...names]);
    },
  };
}

function holdAlone(): RunLock {
  return { release: () => {}, lost: new AbortController().signal };
}

function request(locks: LockManager, name: string, steal: boolean): Promise<RunLock> {
  const lost = new AbortController();
  return new Promise((resolve, reject) => {
    const hold = (): Promise<void> =>
      new Promise((release) => {
        resolve({ release, lost: lost.signal });
      });
    // It rejects when the lock is stolen, and where the browser gives none; then the first of the two matters.
    locks.request(name, { steal }, hold).catch((error: unknown) => {
      lost.abort();
      reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
}
