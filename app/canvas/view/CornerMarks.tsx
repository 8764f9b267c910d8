import { useSession } from '../../session/index.ts';
import { shownView, toggleBreakpoint } from '../../session/run/index.ts';
import { ExpandIcon, PowerOffIcon, ShrinkIcon } from '../../ui/icons.ts';
import { classes, LoadBoundary, lazyPart, SimulatedMark, shortText } from '../../ui/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import type { TaskData } from '../model/toFlowNodes.ts';
import { usePainted } from '../state/useCardState.ts';
import type { RunMarks as Marks } from '../state/useRunMarks.ts';
import styles from './CornerMarks.module.css';

// Few cards have them, and most of them after the first screen. They need no action.
const RareMarks = lazyPart(() => import('./RareMarks.tsx').then((module) => module.RareMarks), undefined, {
  isPart: false,
});

export interface CornerMarksProps {
  readonly id: string;
  readonly data: TaskData;
  /** Whether the answer of the last run was made up. */
  readonly isSimulated: boolean;
}

/** Marks on the upper border of a card or frame: collapse, problems; and on its last corner that an answer was made up. They take no room inside. */
export function CornerMarks({ id, data, isSimulated }: CornerMarksProps) {
  const { title, childCount, isCollapsed, isLoose, order, disabled, problems, direction } = data;
  const hasWarned = useSession((state) => !!shownView(state)?.warnings.length);
  return (
    <>
      <span className={styles.corner}>
        {order !== null && (
          <span className={classes(styles.mark, styles.order)} title={`Step ${order} of its container`}>
            {order}
          </span>
        )}
        {isLoose && (
          <span className={classes(styles.mark, styles.loose, direction === 'down' && styles.above)}>
            Not connected yet
          </span>
        )}
        {disabled === 'itself' && (
          <span
            className={classes(styles.mark, styles.off)}
            title="Disabled: it passes its input through and does nothing"
          >
            <PowerOffIcon aria-hidden />
            Disabled
          </span>
        )}
        {childCount > 0 && (
          <button
            type="button"
            tabIndex={-1}
            className={classes(styles.mark, styles.button, isCollapsed && styles.always, 'nodrag')}
            aria-label={isCollapsed ? `Expand ${title}` : `Collapse ${title}`}
            title={isCollapsed ? `Expand: ${childCount} inside` : 'Collapse'}
            onClick={() => withCommands(({ toggleCollapsed }) => toggleCollapsed(id))}
          >
            {isCollapsed ? <ExpandIcon aria-hidden /> : <ShrinkIcon aria-hidden />}
            {isCollapsed && childCount}
          </button>
        )}
        <ProofMarks taskId={data.taskId} />
        {(data.opens !== null || problems || hasWarned) && (
          <LoadBoundary message="The marks on the cards did not load.">
            <RareMarks data={data} />
          </LoadBoundary>
        )}
      </span>
      {isSimulated && (
        <span className={styles.simulated}>
          <SimulatedMark />
        </span>
      )}
    </>
  );
}

/** What a proof says of the task, while that is painted. */
function ProofMarks({ taskId }: { readonly taskId: string }) {
  return usePainted('tasks', taskId)?.map(({ text, words, look }) => (
    <span key={text} className={classes(styles.mark, styles[look])} role="img" aria-label={words} title={words}>
      {text}
    </span>
  ));
}

interface RunMarksProps {
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
