import { type ReactNode, useEffect, useState } from 'react';
import { savesData } from '#engine/worker';
import { setPanel, useSession, watch } from '../session/index.ts';
import { countOwnWaits, countServedWaits } from '../session/servedRuns/index.ts';
import { InboxIcon } from '../ui/icons.ts';
import { Button } from '../ui/index.ts';
import styles from './WaitsChip.module.css';

/** How often runs of this browser are asked what they wait for, in ms. */
const OWN_EVERY = 3_000;

/** How often servers are asked, in ms. */
const SERVED_EVERY = 20_000;

/** How many answers are waited for, of the runs of all files and of servers; opens the list of them. Nothing where none is. */
export function WaitsChip(): ReactNode {
  const count = useWaitCount();
  if (count === 0) return null;
  const label = `${count} ${count === 1 ? 'waits' : 'wait'} for an answer`;
  return (
    <Button
      variant="ghost"
      className={styles.chip}
      icon={<InboxIcon aria-hidden />}
      aria-label={label}
      title={label}
      onClick={() => setPanel('inbox')}
    >
      {count}
    </Button>
  );
}

function useWaitCount(): number {
  const [own, setOwn] = useState(0);
  const [served, setServed] = useState(0);
  const servers = useSession((state) => state.workspace.servers);
  useEffect(() => {
    const { read, stop } = repeat(countOwnWaits, setOwn, OWN_EVERY);
    // A run has started, ended, or begun to wait.
    const stopWatching = watch((state) => state.run.history, read);
    return () => {
      stopWatching();
      stop();
    };
  }, []);
  useEffect(
    () =>
      // Where data is to be saved, a server is asked once.
      servers.length === 0 ? undefined : repeat(countServedWaits, setServed, savesData() ? null : SERVED_EVERY).stop,
    [servers],
  );
  return own + (servers.length === 0 ? 0 : served);
}

/** Counts now, and again and again while the page is in view; null: once. What fails changes nothing. `read` counts at once. */
function repeat(
  count: () => Promise<number>,
  show: (count: number) => void,
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
