import type { ReactNode } from 'react';
import { useAction } from '../actions/index.ts';
import { type SessionState, setMode, useSession } from '../session/index.ts';
import { openRunForm } from '../session/run/index.ts';
import { PlayIcon } from '../ui/icons.ts';
import { Button, classes, IconButton, LoadBoundary, lazyPart, SegmentedControl } from '../ui/index.ts';
import styles from './TopBar.module.css';
import { Brand, ProblemCount, SaveMark } from './topParts.tsx';

const StopButtons = lazyPart(() => import('./StopButtons.tsx').then((module) => module.StopButtons));
const ExportMenu = lazyPart(() => import('./BarMenus.tsx').then((module) => module.ExportMenu));
const PinnedButton = lazyPart(() => import('./BarMenus.tsx').then((module) => module.PinnedButton));
const MoreMenu = lazyPart(() => import('./BarMenus.tsx').then((module) => module.MoreMenu));
const WaysToRun = lazyPart(() => import('./BarMenus.tsx').then((module) => module.WaysToRun));

interface TopBarProps {
  readonly fileMenu: ReactNode;
  readonly waits: ReactNode;
  readonly backtest: ReactNode;
}

type Mode = SessionState['view']['mode'];

const MODES: readonly { readonly value: Mode; readonly label: string }[] = [
  { value: 'design', label: 'Design' },
  { value: 'split', label: 'Split' },
  { value: 'code', label: 'Code' },
];

/**
 * The bar over everything: which file, whether it is safe, how it is shown, what is wrong with it, and Run.
 * @param fileMenu the open file's name with its menu; given by the app, since features do not import each other
 * @param waits how many answers are waited for
 * @param backtest what the last runs do on the text as it is now
 */
export function TopBar({ fileMenu, waits, backtest }: TopBarProps) {
  const mode = useSession((state) => state.view.mode);
  const isRunning = useSession(isRunningHere);
  return (
    <header className={styles.bar}>
      <div className={styles.side}>
        <Brand />
        <span className={styles.divider} />
        {fileMenu}
        <SaveMark />
      </div>
      <div className={styles.modes}>
        <SegmentedControl label="View" value={mode} options={MODES} onChange={setMode} />
      </div>
      <div className={styles.side} data-end>
        <Later>{waits}</Later>
        <ProblemCount />
        <span className={styles.wide}>
          <HistoryButton id="edit.undo" />
          <HistoryButton id="edit.redo" />
          <Later>
            <ExportMenu />
          </Later>
        </span>
        <span className={styles.narrow}>
          <Later>
            <MoreMenu />
          </Later>
        </span>
        <Later>{isRunning && <StopButtons />}</Later>
        <Later>
          <PinnedButton />
          {backtest}
        </Later>
        <RunButton />
      </div>
    </header>
  );
}

/** Around what is loaded later: where that fails, the rest of the bar is as it is. */
function Later({ children }: { readonly children: ReactNode }) {
  return <LoadBoundary message="A part of the top bar is missing.">{children}</LoadBoundary>;
}

/** Takes the last step back, or does it again. */
function HistoryButton({ id }: { readonly id: 'edit.undo' | 'edit.redo' }) {
  const { action, isEnabled, run } = useAction(id);
  return (
    <IconButton
      variant="outline"
      label={action.label}
      icon={action.icon}
      shortcut={action.shortcuts?.[0]}
      disabled={!isEnabled}
      onClick={run}
    />
  );
}

/** Starts a run, alongside what runs and waits: that continues, and is in the history. */
function RunButton() {
  const start = useAction('run.start');
  const isStarting = useSession((state) => state.run.isStarting);
  const isBeside = useSession(isRunningHere);
  return (
    <span className={styles.start}>
      <Button
        variant={isBeside ? 'secondary' : 'primary'}
        icon={<PlayIcon />}
        shortcut={isBeside ? undefined : 'Mod+Enter'}
        className={classes(styles.run, isBeside && styles.beside)}
        disabled={!start.isEnabled}
        isBusy={isStarting}
        title={isBeside ? 'Start another run. This one keeps running.' : undefined}
        onClick={() => openRunForm(null, true)}
      >
        <span className={styles.runLabel}>Run</span>
      </Button>
      <span className={styles.ways}>
        <Later>
          <WaysToRun variant={isBeside ? 'secondary' : 'primary'} />
        </Later>
      </span>
    </span>
  );
}

/** Whether the run on screen is running, and one of the open file. */
const isRunningHere = ({ run: { shown: run }, document: { activePath } }: SessionState): boolean =>
  run?.view.status === 'running' && run.path === activePath;
