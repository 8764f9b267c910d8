import { useEffect, useState } from 'react';
import { useSession } from '../../session/index.ts';
import { XIcon } from '../../ui/icons.ts';
import { classes, IconButton, Kbd } from '../../ui/index.ts';
import styles from './FirstHint.module.css';
import { hasPlayed, isHintOver, keepHintOver, needsHint } from './needsHint.ts';

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
  useEffect(() => {
    if (isPlayed) keepHintOver();
  }, [isPlayed]);
  if (isOver || !isNeeded) return null;
  const close = () => {
    keepHintOver();
    setOver(true);
  };
  return (
    <div className={classes(styles.hint, hasMinimap && styles.beside)} role="note" aria-label="How to play it">
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
