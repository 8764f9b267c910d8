/** Tells which runs are being executed anywhere in this browser, other tabs included. */
export interface RunLocks {
  /** Marks a run as executed here; answers with a function that ends it. Ends by itself when the worker dies. */
  readonly hold: (runId: string) => () => void;
  /** Ids of the runs executed in any tab. */
  readonly live: () => Promise<ReadonlySet<string>>;
}

const PREFIX = 'signalbox-run:';

/** Locks of the browser, where it has them (pages over https or from this device); else those of this worker alone. */
export function createRunLocks(): RunLocks {
  const here = new Set<string>();
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  return {
    hold: (runId) => {
      here.add(runId);
      const end = new AbortController();
      const untilReleased = (): Promise<void> =>
        new Promise((resolve) => {
          if (end.signal.aborted) resolve();
          else end.signal.addEventListener('abort', () => resolve());
        });
      locks?.request(PREFIX + runId, untilReleased).catch(() => undefined);
      return () => {
        here.delete(runId);
        end.abort();
      };
    },
    live: async () => {
      const { held = [] } = (await locks?.query()) ?? {};
      const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) === true ? [name.slice(PREFIX.length)] : []));
      return new Set([...here, ...names]);
    },
  };
}
