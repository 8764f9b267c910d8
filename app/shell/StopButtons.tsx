import { useAction } from '../actions/index.ts';
import { useSession } from '../session/index.ts';
import { PauseIcon, PlayIcon, SquareIcon } from '../ui/icons.ts';
import { Button, IconButton } from '../ui/index.ts';
import styles from './TopBar.module.css';

/** What holds and ends the run on screen while it is running. */
export function StopButtons() {
  const isStopping = useSession((state) => state.run.shown?.isStopping ?? false);
  const stop = useAction('run.stop');
  return (
    <>
      <PauseButtons />
      <Button variant="danger" icon={<SquareIcon />} className={styles.stop} isBusy={isStopping} onClick={stop.run}>
        <span className={styles.stopLabel}>{isStopping ? 'Stopping' : 'Stop'}</span>
      </Button>
    </>
  );
}

/** Pauses a run and resumes it, or steps it task by task. */
function PauseButtons() {
  const isPaused = useSession(({ run: { shown: run } }) => run !== null && run.view.paused !== null);
  const pause = useAction('run.pause');
  const step = useAction('run.step');
  return (
    <>
      <IconButton
        variant="outline"
        label={isPaused ? 'Resume' : 'Pause'}
        shortcut="F8"
        icon={isPaused ? <PlayIcon /> : <PauseIcon />}
        disabled={!pause.isEnabled}
        isActive={isPaused ? true : undefined}
        onClick={pause.run}
      />
      <IconButton
        variant="outline"
        label="Step"
        className={isPaused ? undefined : styles.idleStep}
        shortcut="F10"
        icon={step.action.icon}
        disabled={!step.isEnabled}
        onClick={step.run}
      />
    </>
  );
}
