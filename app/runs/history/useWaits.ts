import { useEffect, useState } from 'react';
import { savesData } from '#engine/worker';
import { useSession, watch } from '../../session/index.ts';
import { countOwn, countServedWaits, type OwnRuns } from '../../session/servedRuns/index.ts';

/** How often runs of this browser are asked what they wait for, in ms. */
const OWN_EVERY = 3_000;

/** How often servers are asked, in ms. */
const SERVED_EVERY = 20_000;

const NOTHING: OwnRuns = { running: [], waits: 0 };

/** How many answers are waited for, in words. */
export function describeWaits(count: number): string {
  return `${count} ${count === 1 ? 'waits' : 'wait'} for an answer`;
}

/** The runs of this browser that are under way, and how many answers they wait for. */
export function useOwnRuns(): OwnRuns {
  const [own, setOwn] = useState(NOTHING);
  useEffect(() => {
    const { read, stop } = repeat(countOwn, setOwn, OWN_EVERY);
    // A run has started, ended, or begun to wait.
    const stopWatching = watch((state) => state.run.history, read);
    return () => {
      stopWatching();
      stop();
    };
  }, []);
  return own;
}

/** How many answers runs of servers wait for. */
export function useServedWaits(): number {
  const [served, setServed] = useState(0);
  const servers = useSession((state) => state.workspace.servers);
  useEffect(
    () =>
      // Where data is to be saved, a server is asked once.
      servers.length === 0 ? undefined : repeat(countServedWaits, setServed, savesData() ? null : SERVED_EVERY).stop,
    [servers],
  );
  return servers.length === 0 ? 0 : served;
}

/** Counts now, and again and again while the page is in view; null: once. What fails changes nothing. `read` counts at once. */
function repeat<Count>(
  count: () => Promise<Count>,
  show: (count: Count) => void,
  every: number | null,
): { readonly read: () => void; readonly stop: () => void } {
  let isCurrent = true;
  const read = (): void => {
    if (document.visibilityState === 'hidden') return;
    void count().then(
      (found) => isCurrent && show(found),
      () => undefined,
    );
  };
  read();
  const timer = every === null ? undefined : setInterval(read, every);
  const stop = (): void => {
    isCurrent = false;
    clearInterval(timer);
  };
  return { read, stop };
}
