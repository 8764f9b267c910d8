import { type ReactNode, useState } from 'react';
import { type ActivationView, type RunView, workedBetween } from '#engine/run';
import type { Json } from '#engine/values';
import { clearSelection, closeDrawer, select, selectActivation, session, useSession } from '../../session/index.ts';
import { editRunValue } from '../../session/run/index.ts';
import {
  type FollowedRun,
  hasLine,
  type StepTab,
  setStepTab,
  showLine,
  turnStepDock,
} from '../../session/runSteps/index.ts';
import {
  FileCode2Icon,
  PanelBottomIcon,
  PanelRightIcon,
  PencilIcon,
  TriangleAlertIcon,
  XIcon,
} from '../../ui/icons.ts';
import {
  Badge,
  Button,
  formatLength,
  formatStatus,
  IconButton,
  lazyPart,
  SimulatedMark,
  StatusMark,
  Tabs,
} from '../../ui/index.ts';
import { AnswerSoFar } from '../parts/AnswerSoFar.tsx';
import { Calls, callsOfAttempt, FailedCall, OpenInside, StepWarnings } from '../parts/Calls.tsx';
import { describeUsage, formatUsage } from '../parts/formatUsage.ts';
import { describeRepeats } from '../parts/repeats.ts';
import { Attempts, ErrorNote, StepValue } from '../parts/StepParts.tsx';
import styles from '../parts/step.module.css';
import { toMarks } from '../parts/toMarks.ts';
import { LastRuns } from './LastRuns.tsx';
import { StepAnswer } from './StepAnswer.tsx';
import { StepPlace } from './StepPlace.tsx';
import { StepWait } from './StepWait.tsx';
import { TakenHandlers } from './TakenHandlers.tsx';
import { ValueForm } from './ValueForm.tsx';

const ConversationPart = lazyPart(() => import('./ConversationPart.tsx').then((module) => module.ConversationPart));
const ScopePart = lazyPart(() => import('./ScopePart.tsx').then((module) => module.ScopePart));

interface StepPanelProps {
  readonly step: ActivationView;
  readonly name: string;
  /** Set for a step of another run than the one on screen: how to go there. Here it can only be looked at. */
  readonly inside?: ReactNode;
  /** The run of the step, and what its tasks are called. */
  readonly run: FollowedRun;
  readonly nameOf: (taskId: string) => string;
  /** The part that is open at first; absent: the one that was chosen last. */
  readonly opens?: StepTab | undefined;
}

/** One step of a run: what went in, what came out, what failed, each attempt, the calls it made, and the signal it waits for. */
export function StepPanel({ step, name, inside, run, nameOf, opens }: StepPanelProps): ReactNode {
  const [attempt, setAttempt] = useState<number | null>(null);
  const { child } = step.effects.findLast((effect) => effect.child !== undefined) ?? {};
  const repeats = describeRepeats(step);
  return (
    <section className={styles.panel} aria-label={`Step ${name}`}>
      <header className={styles.header}>
        <StatusMark status={step.status} />
        <strong className={styles.name} title={name}>
          {name}
        </strong>
        {step.simulated && <SimulatedMark />}
        {toMarks({ ...step, simulated: false }).map((mark) => (
          <Badge key={mark} tone="warning" icon={<TriangleAlertIcon />} title={MEANINGS[mark]}>
            {mark}
          </Badge>
        ))}
        {step.usage && (
          <span className={styles.length} title={describeUsage(step.usage)}>
            {formatUsage(step.usage)}
          </span>
        )}
        {repeats !== null && (
          <Badge tone="warning" title={repeats}>
            Made again
          </Badge>
        )}
        <StepLength step={step} />
        {inside ?? (child && <OpenInside child={child} />)}
        {inside === undefined && <EditButton taskId={step.taskId} />}
        {inside === undefined && <LineButton taskId={step.taskId} />}
        <DockButton />
        <IconButton label="Close step" icon={<XIcon />} size="small" onClick={closeStep} />
      </header>
      <StepPlace step={step} run={run} nameOf={nameOf} isInside={inside !== undefined} />
      {inside === undefined && <LastRuns taskId={step.taskId} />}
      {inside === undefined && <StepWait step={step} />}
      {step.awaits !== undefined && inside === undefined && <StepAnswer key={step.awaits.since} step={step} />}
      {step.error && <ErrorNote error={step.error} />}
      <FailedCall step={step} view={run.view} />
      <StepWarnings taskId={step.taskId} view={run.view} />
      {step.attempts.length > 1 && <Attempts step={step} idle={run.view.idle} chosen={attempt} onChoose={setAttempt} />}
      <Parts
        key={attempt ?? ''}
        step={step}
        isFixed={inside !== undefined}
        attempt={attempt}
        opens={attempt === null ? opens : 'calls'}
        then={<TakenHandlers run={run} activation={step.activation} nameOf={nameOf} isInside={inside !== undefined} />}
      />
    </section>
  );
}

/** Shows the text of the task as it is now; nothing where another file is open, or the task is not in it any more. */
function LineButton({ taskId }: { readonly taskId: string }): ReactNode {
  const isThere = useSession(() => hasLine(taskId));
  if (!isThere) return null;
  return <IconButton label="Show its lines" icon={<FileCode2Icon />} size="small" onClick={() => showLine(taskId)} />;
}

/** On a phone, where a step takes the place of the form of its task. */
function EditButton({ taskId }: { readonly taskId: string }): ReactNode {
  const isNarrow = useSession((state) => state.view.isNarrow);
  if (!isNarrow || !hasLine(taskId)) return null;
  const edit = (): void => {
    closeDrawer();
    select({ tasks: [taskId] });
  };
  return <IconButton label="Edit the task" icon={<PencilIcon />} size="small" onClick={edit} />;
}

/** On a phone its card is selected no longer, whose form would come up instead. */
function closeStep(): void {
  selectActivation(null);
  if (session.getState().view.isNarrow) clearSelection();
}

function DockButton(): ReactNode {
  const dock = useSession((state) => (state.view.isNarrow ? null : state.view.stepDock));
  if (dock === null) return null;
  return (
    <IconButton
      label={dock === 'right' ? 'Show steps below' : 'Show steps at the side'}
      icon={dock === 'right' ? <PanelBottomIcon /> : <PanelRightIcon />}
      size="small"
      onClick={turnStepDock}
    />
  );
}

interface PartsProps extends StepPartProps {
  /** The attempt whose calls alone are shown; null: those of all. */
  readonly attempt: number | null;
  readonly opens: StepTab | undefined;
  /** What came of the step. */
  readonly then: ReactNode;
}

/** The parts of a step by tabs. The one that is chosen is open for the next step, too. */
function Parts({ step, isFixed, attempt, opens, then }: PartsProps): ReactNode {
  const last = useSession((state) => state.view.stepTab);
  const [chosen, setChosen] = useState(opens);
  const calls = callsOfAttempt(step, attempt);
  const tabs: readonly TabOf[] = [
    { value: 'input', label: 'Input', content: <StepInput step={step} isFixed={isFixed} /> },
    {
      value: 'output',
      label: 'Output',
      content: (
        <>
          <StepOutput step={step} isFixed={isFixed} />
          {then}
        </>
      ),
    },
    ...(step.effects.some(({ kind }) => kind === 'model')
      ? [{ value: 'talk' as const, label: 'Conversation', content: <ConversationPart step={step} isFixed={isFixed} /> }]
      : []),
    {
      value: 'calls',
      label: attempt === null ? 'Calls' : `Calls of attempt ${attempt}`,
      count: calls.length,
      content: <Calls effects={calls} />,
    },
    ...(isFixed
      ? []
      : [{ value: 'scope' as const, label: 'Scope', content: <ScopePart activation={step.activation} /> }]),
  ];
  const wanted = chosen ?? last;
  return (
    <Tabs<StepTab>
      className={styles.parts}
      label="Parts of the step"
      value={tabs.some(({ value }) => value === wanted) ? wanted : 'output'}
      onChange={(part) => {
        setChosen(part);
        setStepTab(part);
      }}
      tabs={tabs}
    />
  );
}

type TabOf = Parameters<typeof Tabs<StepTab>>[0]['tabs'][number];

const MEANINGS: Readonly<Record<string, string>> = {
  Pinned: 'It did not run: it answered with an output that was kept',
  Mocked: 'It did not run: it answered with an output that was made up for a test',
  Reused: 'It did not run: its result is that of an earlier run',
  Edited: 'A person changed its input or its output in this run',
  Hurried: 'A person skipped its wait, or let time pass at once',
};

interface StepPartProps {
  readonly step: ActivationView;
  readonly isFixed: boolean;
}

/** The input; for a step that has not started in a paused run, with a way to change it. */
function StepInput({ step, isFixed }: StepPartProps): ReactNode {
  const passed = useSession(({ run: { shown: run } }) => {
    const next = run?.moment === null ? run.view.paused?.next : undefined;
    return next?.activation === step.activation ? next.passed : undefined;
  });
  if (isFixed || passed === undefined || step.startedAt !== null) return <StepValue label="input" value={step.input} />;
  return <Editable step={step} target="input" label="passed" value={passed} />;
}

interface EditableProps {
  readonly step: ActivationView;
  readonly target: 'input' | 'output';
  readonly label: string;
  readonly value: Json;
}

/** A value of a paused run that can be changed before it resumes. */
function Editable({ step, target, label, value }: EditableProps): ReactNode {
  const [isEditing, setIsEditing] = useState(false);
  if (!isEditing) {
    return (
      <>
        <div className={styles.edit}>
          <Button size="small" icon={<PencilIcon />} onClick={() => setIsEditing(true)}>
            Change the {target}
          </Button>
        </div>
        <StepValue label={label} value={value} />
      </>
    );
  }
  return (
    <ValueForm
      label={`${target === 'input' ? 'Input' : 'Output'}, as JSON`}
      value={value}
      onCancel={() => setIsEditing(false)}
      onSave={(next) => {
        setIsEditing(false);
        void editRunValue({ activation: step.activation, target, value: next });
      }}
    />
  );
}

function StepOutput({ step, isFixed }: StepPartProps): ReactNode {
  const { status, output, taskId } = step;
  const isPaused = useSession(({ run: { shown: run } }) => run?.moment === null && run.view.paused !== null);
  if (status === 'success' && isPaused && !isFixed)
    return <Editable step={step} target="output" label={`tasks.${taskId}.output`} value={output} />;
  if (status === 'success' || output !== null)
    return <StepValue label={`tasks.${taskId}.output`} value={output} isReadable={!isFixed} />;
  const isOver = step.endedAt !== null;
  if (!isOver) {
    const call = step.effects.findLast(({ endedAt }) => endedAt === null);
    return <AnswerSoFar call={call?.key} none="It has not ended yet." />;
  }
  return <p className={styles.none}>{`It ended without an output: ${formatStatus(status).toLowerCase()}.`}</p>;
}

/** How long it worked. */
function StepLength({ step: { startedAt, endedAt, pinned } }: { readonly step: ActivationView }): ReactNode {
  const idle = useSession(({ run: { shown } }) => (shown === null || pinned === 'reused' ? NO_IDLE : shown.view.idle));
  const isOver = startedAt !== null && endedAt !== null;
  return <span className={styles.length}>{isOver ? formatLength(workedBetween(idle, startedAt, endedAt)) : ''}</span>;
}

const NO_IDLE: RunView['idle'] = [];
