import { type ReactNode, useEffect, useState } from 'react';
import { savesData } from '#engine/worker';
import { type SessionState, setPanel, useSession, watch } from '../session/index.ts';
import { filterRuns } from '../session/run/index.ts';
import { countOwn, countServedWaits, type OwnRuns } from '../session/servedRuns/index.ts';
import { InboxIcon, PlayIcon } from '../ui/icons.ts';
import { Button } from '../ui/index.ts';
import styles from './WaitsChip.module.css';

/** How often runs of this browser are asked what they wait for, in ms. */
const OWN_EVERY = 3_000;

/** How often servers are asked, in ms. */
const SERVED_EVERY = 20_000;

const NOTHING: OwnRuns = { running: [], waits: 0 };

/**
 * How many runs are under way besides the one on screen, and how many answers are waited for, of the runs of all files and of servers; each
 * leads to the list of them. Nothing where none is.
 */
export function WaitsChip(): ReactNode {
  const [own, served] = [useOwnRuns(), useServedWaits()];
  const here = useSession((state) => (isShownHere(state) ? (state.run.shown?.runId ?? null) : null));
  const others = own.running.filter((runId) => runId !== here).length;
  return (
    <>
      {others > 0 && (
        <Chip
          count={others}
          label={`${others} more under way`}
          icon={<PlayIcon aria-hidden />}
          onClick={showUnderWay}
        />
      )}
      {own.waits + served > 0 && (
        <Chip
          count={own.waits + served}
          label={`${own.waits + served} ${own.waits + served === 1 ? 'waits' : 'wait'} for an answer`}
          icon={<InboxIcon aria-hidden />}
          isAsking
          onClick={() => setPanel('inbox')}
        />
      )}
    </>
  );
}

interface ChipProps {
  readonly count: number;
  readonly label: string;
  readonly icon: ReactNode;
  /** Whether somebody is to do something. */
  readonly isAsking?: boolean;
  readonly onClick: () => void;
}

function Chip({ count, label, icon, isAsking = false, onClick }: ChipProps): ReactNode {
  return (
    <Button
      variant="ghost"
      className={isAsking ? styles.asking : styles.chip}
      icon={icon}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {count}
    </Button>
  );
}

/** The bar has what holds and ends a run of the open file that is on screen: it is not told of twice. */
function isShownHere({ run: { shown }, document: { activePath } }: SessionState): boolean {
  return shown !== null && shown.path === activePath;
}

/** The history, with the runs that are under way alone. */
function showUnderWay(): void {
  setPanel('runs');
  void filterRuns({ path: null, status: 'running', text: '' });
}

function useOwnRuns(): OwnRuns {
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

function useServedWaits(): number {
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
