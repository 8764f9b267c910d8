import { openDrawer, selectActivation, session, useSession } from '../../session/index.ts';
import { paintOf, shownView } from '../../session/run/index.ts';
import {
  CircleAlertIcon,
  CornerDownRightIcon,
  ExpandIcon,
  PowerOffIcon,
  ShrinkIcon,
  TriangleAlertIcon,
} from '../../ui/icons.ts';
import { classes, describeProblems, SimulatedMark } from '../../ui/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import type { CardProblems, TaskData } from '../model/toFlowNodes.ts';
import { usePainted } from '../state/usePainted.ts';
import styles from './CornerMarks.module.css';

export interface CornerMarksProps {
  readonly id: string;
  readonly data: TaskData;
  /** Whether the answer of the last run was made up. */
  readonly isSimulated: boolean;
}

/** Marks on the upper border of a card or frame: collapse, problems; and on its last corner that an answer was made up. They take no room inside. */
export function CornerMarks({ id, data, isSimulated }: CornerMarksProps) {
  const { title, childCount, isCollapsed, order, disabled, problems } = data;
  return (
    <>
      <span className={styles.corner}>
        {order !== null && (
          <span className={classes(styles.mark, styles.order)} title={`Step ${order} of its container`}>
            {order}
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
        {data.opens !== null && <EnterMark file={data.opens} />}
        <ProofMarks taskId={data.taskId} />
        {problems && <ProblemMark problems={problems} />}
        <RunWarnings taskId={data.taskId} />
      </span>
      {isSimulated && (
        <span className={styles.simulated}>
          <SimulatedMark />
        </span>
      )}
    </>
  );
}

/** Opens the workflow that the task runs. */
function EnterMark({ file }: { readonly file: string }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes(styles.mark, styles.button, styles.always, 'nodrag')}
      aria-label={`Open ${file}`}
      title={`Open ${file} (Shift+Enter)`}
      onClick={(event) => {
        event.stopPropagation();
        withCommands(({ enterFile }) => enterFile(file));
      }}
    >
      <CornerDownRightIcon aria-hidden />
    </button>
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

/** How often the run on screen warned at the task: it succeeded, and read something that was not there. */
function RunWarnings({ taskId }: { readonly taskId: string }) {
  const own = useSession((state) => shownView(state)?.warnings)?.filter((warning) => warning.taskId === taskId) ?? [];
  if (own.length === 0) return null;
  const label = describeProblems({ errors: 0, warnings: own.length });
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes(styles.mark, styles.warning, styles.inRun, 'nodrag')}
      aria-label={`${label} in the run`}
      title={['In the run:', ...own.slice(0, MOST_MESSAGES).map(({ message }) => message)].join('\n')}
      onClick={() => {
        const step = paintOf(session.getState(), taskId);
        openDrawer('timeline');
        if (step !== undefined) selectActivation(step.activation);
      }}
    >
      <TriangleAlertIcon aria-hidden />
      {own.length}
    </button>
  );
}

/** More of them no title shows. */
const MOST_MESSAGES = 20;

/** The worst problem by colour and shape, the first of all in its title. */
function ProblemMark({ problems: { severity, messages } }: { readonly problems: CardProblems }) {
  const isError = severity === 'error';
  const Icon = isError ? CircleAlertIcon : TriangleAlertIcon;
  const noun = isError ? 'problem' : 'warning';
  return (
    <span
      className={classes(styles.mark, isError ? styles.error : styles.warning)}
      role="img"
      aria-label={`${messages.length} ${noun}${messages.length === 1 ? '' : 's'}`}
      title={messages.slice(0, MOST_MESSAGES).join('\n')}
    >
      <Icon aria-hidden />
      {messages.length > 1 && messages.length}
    </span>
  );
}
