import { useEffect, useState } from 'react';
import { analysisOf, type SessionState, useSession } from '../../session/index.ts';
import { XIcon } from '../../ui/icons.ts';
import { classes, IconButton, Kbd } from '../../ui/index.ts';
import styles from './FirstHint.module.css';

interface FirstHintProps {
  readonly canEdit: boolean;
  /** Whether the minimap takes the other corner. */
  readonly hasMinimap: boolean;
}

/** One line on what to press, next to the toolbar, until a workflow was played in this browser or the line is closed. */
export function FirstHint({ canEdit, hasMinimap }: FirstHintProps) {
  const [isOver, setOver] = useState(isHintOver);
  const isPlayed = useSession(hasPlayed);
  const isNeeded = useSession(needsHint);
  const isNarrow = useSession((state) => state.view.isNarrow);
  if (isPlayed && !isOver) setOver(true);
  useEffect(() => {
    if (isPlayed) keepHintOver();
  }, [isPlayed]);
  if (isOver || !isNeeded) return null;
  const close = () => {
    keepHintOver();
    setOver(true);
  };
  return (
    <div
      className={classes(styles.hint, hasMinimap && styles.beside)}
      role="note"
      aria-label="How to run this workflow"
    >
      <p>
        {isNarrow ? 'Press Run to play this workflow. Tap a task to read it.' : 'Press Run to play this workflow.'}{' '}
        {!isNarrow && (
          <span className={styles.keys}>
            {canEdit && (
              <>
                <Kbd shortcut="A" /> adds a task,{' '}
              </>
            )}
            <Kbd shortcut="?" /> lists all keys.
          </span>
        )}
      </p>
      <IconButton size="small" label="Close the hint" icon={<XIcon />} tooltipSide="top" onClick={close} />
    </div>
  );
}

/** Where it is kept on this device that the hint is over. */
const KEY = 'signalbox.first-hint';

/** Whether a person may have to be told how the open workflow is played: it has tasks, can be read, and no run was shown yet. */
export function needsHint(state: SessionState): boolean {
  const analysis = analysisOf(state, state.document.activePath, 'own');
  return analysis !== null && !analysis.isBroken && analysis.graph.nodes.size > 0 && !hasPlayed(state);
}

/** Whether a run is on screen or in the history. */
function hasPlayed({ run }: SessionState): boolean {
  return run.shown !== null || run.history.length > 0;
}

/** Whether the hint was closed, or a workflow was played, in this browser. */
export function isHintOver(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Keeps that it is over, where the browser keeps anything. */
export function keepHintOver(): void {
  try {
    localStorage.setItem(KEY, 'over');
  } catch {
    // Full, or blocked: it is over until the page closes.
  }
}
