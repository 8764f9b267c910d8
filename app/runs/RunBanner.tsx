import { type ReactNode, useEffect } from 'react';
import { type ActionId, useAction } from '../actions/index.ts';
import { useSession } from '../session/index.ts';
import { noteIdleThen } from '../session/relatedRuns/index.ts';
import type { ShownRun } from '../session/run/index.ts';
import { EyeIcon, HistoryIcon, TriangleAlertIcon } from '../ui/icons.ts';
import { Button } from '../ui/index.ts';
import styles from './RunBanner.module.css';
import { describeBanner } from './summary/describeBanner.ts';

/** How long an instant is looked at before runs inside are read for it, in ms: not while the playhead is dragged. */
const SETTLED = 60;

/** Why the run on screen does not continue here, and actions that help. Nothing while all is well. */
export function RunBanner(): ReactNode {
  const run = useSession((state) => state.run.shown);
  useStandingThen(run);
  const said = run === null ? null : describeBanner(run);
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

/** Finds out how the run was at the instant that is looked at: for as long as a run is on screen. */
function useStandingThen(run: ShownRun | null): void {
  const then = run?.moment?.view;
  useEffect(() => {
    if (then === undefined) return;
    const timer = setTimeout(() => void noteIdleThen(), SETTLED);
    return () => clearTimeout(timer);
  }, [then]);
}

function ActionButton({ id, label }: { readonly id: ActionId; readonly label: string }): ReactNode {
  const { isEnabled, run } = useAction(id);
  return (
    <Button size="small" disabled={!isEnabled} onClick={run}>
      {label}
    </Button>
  );
}
