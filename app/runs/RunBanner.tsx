import { type ReactNode, useEffect } from 'react';
import { type ActionId, useAction } from '../actions/index.ts';
import { useSession } from '../session/index.ts';
import { noteIdleThen } from '../session/relatedRuns/index.ts';
import type { ShownRun } from '../session/run/index.ts';
import { EyeIcon, HistoryIcon, TriangleAlertIcon } from '../ui/icons.ts';
import { Button } from '../ui/index.ts';
import styles from './RunBanner.module.css';

/** How long an instant is looked at before runs inside are read for it, in ms: not while the playhead is dragged. */
const SETTLED = 60;

/** Why the run on screen does not continue here, and actions that help. Nothing while all is well. */
export function RunBanner(): ReactNode {
  const run = useSession((state) => state.run.shown);
  useStandingThen(run);
  const said = run === null ? null : describe(run);
  if (said === null) return null;
  const { tone, message, actions } = said;
  return (
    <div className={styles.strip} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      {tone === 'error' ? (
        <TriangleAlertIcon aria-hidden />
      ) : tone === 'info' ? (
        <EyeIcon aria-hidden />
      ) : (
        <HistoryIcon aria-hidden />
      )}
      <span>{message}</span>
      <span className={styles.actions}>
        {actions.map(([id, label]) => (
          <ActionButton key={id} id={id} label={label} />
        ))}
      </span>
    </div>
  );
}

/** Finds out how the run stood at the instant that is looked at: for as long as a run is on screen. */
function useStandingThen(run: ShownRun | null): void {
  const then = run?.moment?.view;
  useEffect(() => {
    if (then === undefined) return;
    const timer = setTimeout(() => void noteIdleThen(), SETTLED);
    return () => clearTimeout(timer);
  }, [then]);
}

interface BannerMessage {
  readonly tone: 'error' | 'info' | 'neutral';
  readonly message: string;
  readonly actions: readonly (readonly [id: ActionId, label: string])[];
}

const BLOCKED = 'The run is blocked, and nothing is lost: it continues automatically once it can be stored.';
const UNSTORED = 'The run has ended, but its end is not stored yet. Storing is retried; export the run to be safe.';

function describe({
  trouble,
  problem,
  server,
  isElsewhere,
  isInterrupted,
  isImported,
  view,
}: ShownRun): BannerMessage | null {
  if (server !== null && view.status === 'running' && server.problem !== null) {
    if (server.isRefused) return { tone: 'error', message: `${server.address}: ${server.problem}`, actions: [] };
    return {
      tone: 'neutral',
      message: `Connection to ${server.address} lost, trying again. What happens meanwhile is shown once it is back.`,
      actions: [],
    };
  }
  if (server !== null) return null;
  if (problem !== null && isImported) return { tone: 'neutral', message: problem.message, actions: [] };
  if (problem !== null && view.status !== 'success') {
    return {
      tone: 'error',
      message: `This run does not continue automatically. ${problem.message}`,
      actions: [
        ['run.export', 'Export the run'],
        ['run.fork', 'Fork it'],
      ],
    };
  }
  if (trouble !== null) {
    return {
      tone: 'error',
      message: `${view.status === 'running' ? BLOCKED : UNSTORED} ${trouble.message}`,
      actions: [
        ['run.retry', 'Retry now'],
        ['run.export', 'Export the run'],
        ['file.downloadAll', 'Export the files'],
      ],
    };
  }
  if (isElsewhere && view.status === 'running') {
    return {
      tone: 'info',
      message: 'Another tab executes this run. You watch it live, and it continues here when that tab is closed.',
      actions: [['run.takeOver', 'Continue here']],
    };
  }
  if (isInterrupted && !isImported) {
    return {
      tone: 'neutral',
      message: 'This run was interrupted: what it did so far is kept, and it can continue from there.',
      actions: [['run.takeOver', 'Continue']],
    };
  }
  return null;
}

function ActionButton({ id, label }: { readonly id: ActionId; readonly label: string }): ReactNode {
  const { isEnabled, run } = useAction(id);
  return (
    <Button size="small" disabled={!isEnabled} onClick={run}>
      {label}
    </Button>
  );
}
