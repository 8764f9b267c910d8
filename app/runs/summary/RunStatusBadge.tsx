import type { ReactNode } from 'react';
import { useAction } from '../../actions/index.ts';
import { openDialog, useSession } from '../../session/index.ts';
import { type ShownRun, viewOf } from '../../session/run/index.ts';
import { standingNow, workedSoFar } from '../../session/runSteps/index.ts';
import {
  EyeIcon,
  FastForwardIcon,
  FileUpIcon,
  FlaskConicalIcon,
  GitForkIcon,
  HistoryIcon,
  HourglassIcon,
  PauseIcon,
  ServerIcon,
  SparklesIcon,
  SquareIcon,
  TriangleAlertIcon,
} from '../../ui/icons.ts';
import { Badge, Button, classes, describeProblems, formatLength, useNow } from '../../ui/index.ts';
import { describeUsage, formatUsage } from '../parts/formatUsage.ts';
import { countMarks } from '../parts/toMarks.ts';
import styles from './RunStatusBadge.module.css';
import { showResult } from './resultPanel.ts';

/** The status of the shown run, for how long, where it came from, what in it is not real, and whether its text is an earlier one. */
export function RunStatusBadge(): ReactNode {
  const run = useSession((state) => state.run.shown);
  const now = useNow(run?.view.status === 'running') + (run?.ahead ?? 0);
  if (run === null) return null;
  const { marks, hasSimulated } = countMarks(run);
  const { simulate, usage, passed } = run.view;
  const worked = workedSoFar(run, now);
  const length = worked === null ? '' : formatLength(worked);
  const shown = stateOf(run);
  return (
    <span className={styles.badges}>
      <TextNote />
      {run.forkedFrom !== null && <Badge icon={<GitForkIcon />}>Fork</Badge>}
      {run.isImported && !run.isOfTest && <Badge icon={<FileUpIcon />}>Imported</Badge>}
      {run.isOfTest && (
        <Badge icon={<FlaskConicalIcon />} title="A test played it: it reached nothing, and is not kept">
          Test
        </Badge>
      )}
      {run.server !== null && (
        <Badge icon={<ServerIcon />} title={`A server executes this run: ${run.server.address}`}>
          On {new URL(run.server.address).host}
        </Badge>
      )}
      {run.isElsewhere && (
        <Badge tone="accent" icon={<EyeIcon />} title="Another tab executes this run; you watch it live">
          In another tab
        </Badge>
      )}
      {usage && (
        <Button
          variant="ghost"
          size="small"
          className={classes(styles.textNote, styles.usage)}
          title={describeUsage(usage)}
          onClick={() => openDialog('prices')}
        >
          {formatUsage(usage)}
        </Button>
      )}
      {marks.map((mark) => (
        <Badge key={mark} tone="warning" title="Steps of this run whose results are not their own">
          {mark}
        </Badge>
      ))}
      {passed !== undefined && (
        <Badge
          tone="warning"
          icon={<FastForwardIcon />}
          title={`${formatLength(passed)} of its time passed at once, while it only waited`}
        >
          Virtual time
        </Badge>
      )}
      {(simulate || hasSimulated) && (
        <Badge
          tone="warning"
          icon={<SparklesIcon />}
          title={
            simulate
              ? 'Models, and tools that are not built in, answer from their schemas; built-in tools run for real'
              : 'The file’s own provider mock answers for models; all else is real'
          }
        >
          {simulate ? (
            'Simulated'
          ) : (
            <span>
              Simulated<span className={styles.kind}> models</span>
            </span>
          )}
        </Badge>
      )}
      {run.moment !== null && (
        <Badge tone="warning" icon={<HistoryIcon />} title="The canvas shows an earlier instant of this run">
          Replay
        </Badge>
      )}
      <span className={run.moment === null ? undefined : styles.later}>
        <Badge tone={TONES[shown]} icon={ICONS.get(shown)} title="State of the run">
          {WORDS[shown]} {ICONS.has(shown) ? '' : length}
        </Badge>
      </span>
      <Warned run={run} />
      <StopElsewhere />
    </span>
  );
}

function stateOf(run: ShownRun): keyof typeof WORDS {
  if (run.isInterrupted) return 'interrupted';
  return run.trouble !== null && run.view.status === 'running' ? 'stuck' : standingNow(run);
}

/** How often the run warned, with the way to all of it. */
function Warned({ run }: { readonly run: ShownRun }): ReactNode {
  const { warnings } = viewOf(run);
  if (warnings.length === 0) return null;
  return (
    <Button
      variant="ghost"
      size="small"
      icon={<TriangleAlertIcon />}
      className={styles.warned}
      title="Warnings of this run, such as a value that was missing"
      onClick={() => showResult('output')}
    >
      {describeProblems({ errors: 0, warnings: warnings.length })}
    </Button>
  );
}

/** Stops the run where the bar over everything runs another file. */
function StopElsewhere(): ReactNode {
  const stop = useAction('run.stop');
  const isOther = useSession(
    ({ run: { shown: run }, document: { activePath } }) => run?.view.status === 'running' && run.path !== activePath,
  );
  if (!isOther) return null;
  return (
    <Button variant="danger" size="small" icon={<SquareIcon />} disabled={!stop.isEnabled} onClick={stop.run}>
      Stop
    </Button>
  );
}

/** Says that the canvas shows a newer text than the run's, or another file, and leads to the text that ran. */
function TextNote(): ReactNode {
  const note = useSession(({ run: { shown: run }, document: { workspace, activePath } }) => {
    if (run === null) return null;
    const present = workspace.files.get(run.path);
    if (present === undefined) return `Of ${run.path}, deleted since`;
    const isOther = run.path !== activePath;
    if (present !== run.source) return isOther ? `Ran an earlier text of ${run.path}` : 'Ran an earlier text';
    return isOther ? `Run of ${run.path}` : null;
  });
  if (note === null) return null;
  return (
    <Button
      variant="ghost"
      size="small"
      icon={<HistoryIcon />}
      className={styles.textNote}
      onClick={() => showResult('text')}
    >
      {note}
    </Button>
  );
}

/** Of those in which no work is done: how long it has worked says nothing then. */
const ICONS: ReadonlyMap<string, ReactNode> = new Map([
  ['paused', <PauseIcon key="paused" />],
  ['waiting', <HourglassIcon key="waiting" />],
]);
const TONES = {
  running: 'accent',
  waiting: 'warning',
  success: 'success',
  error: 'error',
  cancelled: 'neutral',
  interrupted: 'neutral',
  paused: 'accent',
  stuck: 'error',
} as const;
const WORDS = {
  running: 'Running',
  waiting: 'Waiting',
  success: 'Success in',
  error: 'Failed after',
  cancelled: 'Cancelled after',
  interrupted: 'Interrupted after',
  paused: 'Paused',
  stuck: 'Blocked after',
} as const;
