import { toggleBreakpoint } from '../../session/run/index.ts';
import { classes, shortText } from '../../ui/index.ts';
import type { RunMarks as Marks } from '../state/useRunMarks.ts';
import styles from './RunMarks.module.css';

export interface RunMarksProps {
  readonly taskId: string;
  readonly title: string;
  readonly marks: Marks;
}

/** Longest text of what is passed to the next task, in characters: the drawer shows it whole. */
const LONGEST = 60;

/** Marks around a card for a run: its breakpoint, that its answer is not its own, and that it comes next. */
export function RunMarks({ taskId, title, marks }: RunMarksProps) {
  const { hasBreakpoint, condition, breakpointWords, isMuted, logs, unreal, isNext, failed, passed } = marks;
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className={classes(
          styles.breakpoint,
          hasBreakpoint && styles.set,
          condition !== null && styles.when,
          hasBreakpoint && logs && styles.logs,
          hasBreakpoint && isMuted && styles.muted,
          'nodrag',
        )}
        aria-label={hasBreakpoint ? `Remove the breakpoint of ${title}` : `Add a breakpoint to ${title}`}
        title={
          hasBreakpoint ? `${breakpointWords}${isMuted ? ' (muted)' : ''} (F9 removes it)` : 'Add a breakpoint (F9)'
        }
        onClick={(event) => {
          event.stopPropagation();
          toggleBreakpoint({ task: taskId });
        }}
      />
      {unreal && (
        <span className={styles.unreal} title={unreal.meaning}>
          {unreal.word}
        </span>
      )}
      {failed !== null && (
        <span className={classes(styles.next, styles.failed)} title={`Failed, and the run asks what to do: ${failed}`}>
          <strong>Failed</strong> {shortText(failed, LONGEST)}
        </span>
      )}
      {isNext && (
        <span className={styles.next} title={`Comes next, and gets ${JSON.stringify(passed)}`}>
          <strong>Next</strong> {shortText(JSON.stringify(passed ?? null), LONGEST)}
        </span>
      )}
    </>
  );
}
