import { openDrawer, selectActivation, session, useSession } from '../../session/index.ts';
import { paintOf, shownView } from '../../session/run/index.ts';
import { CircleAlertIcon, CornerDownRightIcon, TriangleAlertIcon } from '../../ui/icons.ts';
import { classes, describeProblems, inAppWords } from '../../ui/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import type { CardProblems, TaskData } from '../model/toFlowNodes.ts';
import styles from './CornerMarks.module.css';

/** What leads into a task, and what is wrong with it or was in the run on screen. */
export function RareMarks({ data: { opens, problems, taskId } }: { readonly data: TaskData }) {
  return (
    <>
      {opens !== null && <EnterMark file={opens} />}
      {problems && <ProblemMark problems={problems} />}
      <RunWarnings taskId={taskId} />
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

/** How many of them a title shows. */
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
      title={messages.slice(0, MOST_MESSAGES).map(inAppWords).join('\n')}
    >
      <Icon aria-hidden />
      {messages.length > 1 && messages.length}
    </span>
  );
}
