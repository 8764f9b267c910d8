/** Waits some ms; settles early, without failing, once the signal aborts. Hosts inject their own for a virtual clock. */
export type Delay = (ms: number, signal: AbortSignal) => Promise<void>;

/** Waits in real time. */
export const realDelay: Delay = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
  });
