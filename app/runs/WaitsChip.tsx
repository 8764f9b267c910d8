import type { ReactNode } from 'react';
import { type SessionState, setPanel, useSession } from '../session/index.ts';
import { filterRuns } from '../session/run/index.ts';
import { InboxIcon, PlayIcon } from '../ui/icons.ts';
import { Button } from '../ui/index.ts';
import { describeWaits, useOwnRuns, useServedWaits } from './history/useWaits.ts';
import styles from './WaitsChip.module.css';

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
          label={describeWaits(own.waits + served)}
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
