import type { ReactNode } from 'react';
import { menuEntryOf, useAction } from '../../actions/index.ts';
import { type SessionState, useSession } from '../../session/index.ts';
import { toggleFollowing } from '../../session/runSteps/index.ts';
import { CrosshairIcon, EllipsisIcon, FlagIcon } from '../../ui/icons.ts';
import { Button, IconButton, Menu } from '../../ui/index.ts';
import styles from './RunButtons.module.css';
import { closeResult, isResultOpen, RESULT_BUTTON, showResult, useResult } from './resultPanel.ts';

/** The file of the run on screen, where another one is open: what is done to the run concerns that one. */
function otherFile({ run: { shown: run }, document: { activePath } }: SessionState): string | null {
  return run === null || run.path === activePath ? null : run.path;
}

/** Opens what the run gave, was started with and ran, in place of a step, and closes it. */
export function ResultButton(): ReactNode {
  const run = useSession((state) => state.run.shown);
  const result = useResult(run);
  const isShown = useSession((state) => isResultOpen(state, result));
  if (run === null) return null;
  return (
    <Button
      id={RESULT_BUTTON}
      variant="ghost"
      size="small"
      className={styles.tool}
      icon={<FlagIcon />}
      aria-expanded={isShown}
      title="Output, input and text of the whole run"
      onClick={() => (isShown ? closeResult(run) : showResult(result.part ?? 'output'))}
    >
      <span className={styles.word}>Result</span>
    </Button>
  );
}

/** Continues the run on the text as it is now, where that is another one than it ran. */
export function ContinueButton(): ReactNode {
  const { action, isEnabled, run } = useAction('run.continue');
  const other = useSession(otherFile);
  if (!isEnabled) return null;
  return (
    <Button variant="ghost" size="small" icon={action.icon} title={action.label} onClick={run}>
      <span className={styles.word}>{`Continue on the new text${other === null ? '' : ` of ${other}`}`}</span>
    </Button>
  );
}

/** Whether the canvas keeps in view what a run is at, while it continues or an instant of it is looked at. */
export function FollowButton(): ReactNode {
  const following = useSession((state) => state.view.following);
  const isShown = useSession(({ run: { shown } }) => shown?.moment != null || shown?.view.status === 'running');
  if (!isShown) return null;
  return (
    <IconButton
      label={following === 'on' ? 'Stop following' : 'Follow the run'}
      icon={<CrosshairIcon />}
      isActive={following === 'on'}
      onClick={toggleFollowing}
    />
  );
}

/** What else is done with the run on screen. Its files are in the menu of all that is exported. */
export function RunMenu(): ReactNode {
  // What can be done changes as the run ends.
  useSession((state) => state.run.shown?.view.status);
  const other = useSession(otherFile);
  return (
    <Menu
      align="end"
      trigger={<IconButton label="More actions for this run" icon={<EllipsisIcon />} />}
      entries={[
        menuEntryOf('run.repeat', other === null ? {} : { label: `Run ${other} again with the same input` }),
        'separator',
        menuEntryOf('run.saveTest'),
        menuEntryOf('run.saveRecording'),
        'separator',
        menuEntryOf('run.close'),
      ]}
    />
  );
}
