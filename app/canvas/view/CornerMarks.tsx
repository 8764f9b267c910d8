import { useSession } from '../../session/index.ts';
import { shownView } from '../../session/run/index.ts';
import { ExpandIcon, PowerOffIcon, ShrinkIcon } from '../../ui/icons.ts';
import { classes, LoadBoundary, lazyPart, SimulatedMark } from '../../ui/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import type { TaskData } from '../model/toFlowNodes.ts';
import { usePainted } from '../state/usePainted.ts';
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
          <LoadBoundary message="The marks of the cards did not load.">
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
