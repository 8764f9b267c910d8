import type { ReactNode } from 'react';
import { menuEntryOf, useAction } from '../actions/index.ts';
import { type SessionState, setMode, setPanel, useSession } from '../session/index.ts';
import { EllipsisIcon, PauseIcon, PlayIcon, SquareIcon, UploadIcon } from '../ui/icons.ts';
import { Button, classes, IconButton, Menu, SegmentedControl } from '../ui/index.ts';
import { Brand } from './Brand.tsx';
import { ProblemCount } from './ProblemCount.tsx';
import { SaveMark } from './SaveMark.tsx';
import styles from './TopBar.module.css';

const isRunningHere = ({ run: { shown: run }, document: { activePath } }: SessionState): boolean =>
  run?.view.status === 'running' && run.path === activePath;

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
        {waits}
        <ProblemCount />
        <span className={styles.wide}>
          <HistoryButton id="edit.undo" />
          <HistoryButton id="edit.redo" />
          <ExportMenu />
        </span>
        <span className={styles.narrow}>
          <MoreMenu />
        </span>
        <StopButtons />
        <PinnedButton />
        {backtest}
        <RunButton />
      </div>
    </header>
  );
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

function ExportMenu() {
  // What the entries say of it.
  useSession((state) => state.document.activePath);
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<UploadIcon />}>
          <span className={styles.label}>Export</span>
        </Button>
      }
      entries={[
        menuEntryOf('file.download'),
        menuEntryOf('file.downloadLayout'),
        menuEntryOf('file.copy'),
        'separator',
        menuEntryOf('file.svg'),
        menuEntryOf('file.png'),
        menuEntryOf('file.mermaid'),
        'separator',
        menuEntryOf('file.bundle'),
      ]}
    />
  );
}

/** On a narrow window: what the bar has no room for. */
function MoreMenu() {
  useSession((state) => state.document.history);
  return (
    <Menu
      align="end"
      trigger={<IconButton label="More" icon={<EllipsisIcon />} />}
      entries={[
        menuEntryOf('edit.undo'),
        menuEntryOf('edit.redo'),
        'separator',
        menuEntryOf('view.design'),
        menuEntryOf('view.code'),
        menuEntryOf('view.inspector'),
        menuEntryOf('view.drawer'),
        'separator',
        menuEntryOf('file.download'),
        menuEntryOf('file.copy'),
        menuEntryOf('file.bundle'),
        menuEntryOf('help.palette'),
      ]}
    />
  );
}

/** What holds and ends the run on screen while it is running, where it is one of this file. */
function StopButtons() {
  const isRunning = useSession(isRunningHere);
  const isStopping = useSession((state) => state.run.shown?.isStopping ?? false);
  const stop = useAction('run.stop');
  if (!isRunning) return null;
  return (
    <>
      <PauseButtons />
      <Button variant="danger" icon={<SquareIcon />} isBusy={isStopping} onClick={stop.run}>
        {isStopping ? 'Stopping' : 'Stop'}
      </Button>
    </>
  );
}

/** How many tasks of the file answer with a pin in place of running; leads to the list of them. */
function PinnedButton() {
  const count = useSession(({ run: { pins }, document: { activePath } }) =>
    pins.size === 0 || activePath === null ? 0 : Object.keys(pins.get(activePath) ?? {}).length,
  );
  if (count === 0) return null;
  return (
    <Button
      variant="ghost"
      className={styles.pinned}
      title="In every run of this file they answer with what is pinned, and call nothing"
      onClick={() => setPanel('breakpoints')}
    >
      {`${count} pinned`}
    </Button>
  );
}

/** Starts a run, beside what runs and waits: that goes on, and is in the history. */
function RunButton() {
  const start = useAction('run.start');
  const isStarting = useSession((state) => state.run.isStarting);
  const isBeside = useSession(isRunningHere);
  return (
    <Button
      variant={isBeside ? 'secondary' : 'primary'}
      icon={<PlayIcon />}
      shortcut={isBeside ? undefined : 'Mod+Enter'}
      className={classes(styles.run, isBeside && styles.beside)}
      disabled={!start.isEnabled}
      isBusy={isStarting}
      title={isBeside ? 'Start another one: this one goes on' : undefined}
      onClick={start.run}
    >
      <span className={styles.runLabel}>Run</span>
    </Button>
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
