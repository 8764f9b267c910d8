import { type ReactNode, useState } from 'react';
import { type Difference, type Json, type RunError, type StepPair, type UsageView } from '#engine';
import { ChevronLeftIcon, ChevronRightIcon, EqualNotIcon, WorkflowIcon } from '../../ui/icons.ts';
import { formatLength, formatStatus, IconButton, KindIcon, type Status, StatusMark, Tabs } from '../../ui/index.ts';
import { formatUsage } from '../formatUsage.ts';
import { ErrorNote } from '../StepParts.tsx';
import styles from './CompareDetails.module.css';
import { TextDifference } from './TextDifference.tsx';
import { textOfTask } from './textOfTask.ts';
import { type Compared, type ComparedTask, stepOfRun } from './toCompared.ts';
import { ValueDifference } from './ValueDifference.tsx';

export interface CompareDetailsProps {
  readonly compared: Compared;
  /** Null: the whole run. */
  readonly selected: string | null;
}

/** What is shown of one side: an activation, or a whole run. */
interface Side {
  readonly status: Status;
  readonly input: Json;
  readonly output: Json;
  readonly error: RunError | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly retryCount: number;
  readonly usage?: UsageView;
}

/** Both sides of a task, activation by activation, or of the whole run. */
export function CompareDetails({ compared, selected }: CompareDetailsProps): ReactNode {
  const { older, newer, tasks } = compared;
  const task = tasks.find(({ taskId }) => taskId === selected);
  if (task !== undefined) return <TaskDetails compared={compared} task={task} />;
  if (selected !== null)
    return (
      <section className={styles.details} aria-label={`Both sides of ${selected}`}>
        <p className={styles.none}>{`${selected} ran in neither run.`}</p>
      </section>
    );
  const sides = {
    older: sideOfRun(older.run.view, older.run.status),
    newer: sideOfRun(newer.run.view, newer.run.status),
  };
  return (
    <section className={styles.details} aria-label="Both sides of the whole run">
      <header className={styles.header}>
        <WorkflowIcon aria-hidden />
        <h3>The whole run</h3>
      </header>
      <Sides
        {...sides}
        differences={compared.differences}
        names={['output', 'workflow.input']}
        text={{ older: older.run.source, newer: newer.run.source }}
      />
    </section>
  );
}

function sideOfRun(view: Compared['older']['run']['view'], status: Status): Side {
  return { ...stepOfRun(view), status, ...(view.usage ? { usage: view.usage } : {}) };
}

function TaskDetails({ compared, task }: { readonly compared: Compared; readonly task: ComparedTask }): ReactNode {
  const { steps, taskId, name, kind } = task;
  const isDifferent = (index: number): boolean => {
    const step = steps[index];
    return step !== undefined && (step.differences.length > 0 || step.older === null || step.newer === null);
  };
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      steps.findIndex((_, index) => isDifferent(index)),
    ),
  );
  const step = steps[at];
  const text = {
    older: textOfTask(compared.older.analysis, taskId),
    newer: textOfTask(compared.newer.analysis, taskId),
  };
  return (
    <section className={styles.details} aria-label={`Both sides of ${name}`}>
      <header className={styles.header}>
        <KindIcon kind={kind} size="small" />
        <h3 title={taskId}>{name}</h3>
        {steps.length > 1 && <StepMoves at={at} count={steps.length} isDifferent={isDifferent} onMove={setAt} />}
      </header>
      {step && (
        <Sides
          key={at}
          older={step.older}
          newer={step.newer}
          differences={step.differences}
          names={[`tasks.${taskId}.output`, 'input']}
          text={text}
          part={partOf(step)}
        />
      )}
    </section>
  );
}

/** Which part of a container an activation is, in words. */
function partOf({ older, newer }: StepPair): string | undefined {
  const operation = newer?.operation ?? older?.operation ?? null;
  if (operation === null || operation.kind === 'hook') return undefined;
  const word = { operation: 'Operation', item: 'Item', subtask: 'Subtask' }[operation.kind];
  return `${word} ${operation.index + 1}`;
}

interface StepMovesProps {
  readonly at: number;
  readonly count: number;
  readonly isDifferent: (index: number) => boolean;
  readonly onMove: (index: number) => void;
}

/** From one activation of a task to the next, and to the next that differs. */
function StepMoves({ at, count, isDifferent, onMove }: StepMovesProps): ReactNode {
  const all = Array.from({ length: count }, (_, index) => index).filter(isDifferent);
  const next = all.find((index) => index > at);
  const previous = all.findLast((index) => index < at);
  return (
    <span className={styles.steps}>
      <IconButton
        size="small"
        label="Previous time it ran"
        icon={<ChevronLeftIcon />}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      />
      <span>{`${(at + 1).toLocaleString('en')} of ${count.toLocaleString('en')}`}</span>
      <IconButton
        size="small"
        label="Next time it ran"
        icon={<ChevronRightIcon />}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      />
      <IconButton
        size="small"
        label={`Next of the ${all.length.toLocaleString('en')} times that differ`}
        icon={<EqualNotIcon />}
        disabled={next === undefined && previous === undefined}
        onClick={() => onMove(next ?? all[0] ?? at)}
      />
    </span>
  );
}

type Part = 'output' | 'input' | 'error' | 'text';

interface SidesProps {
  readonly older: Side | null;
  readonly newer: Side | null;
  /** In what they differ. */
  readonly differences: readonly Difference[];
  /** What stands before a copied path of the output and of the input. */
  readonly names: readonly [output: string, input: string];
  readonly text: { readonly older: string | null; readonly newer: string | null };
  readonly part?: string | undefined;
}

function Sides({ older, newer, differences, names, text, part }: SidesProps): ReactNode {
  const hasError = older?.error != null || newer?.error != null;
  const hasText = text.older !== null && text.newer !== null && text.older !== text.newer;
  const [chosen, setChosen] = useState<Part>(() => {
    if (hasError && (differences.includes('error') || older === null || newer === null)) return 'error';
    return differences.includes('output') || !differences.includes('input') ? 'output' : 'input';
  });
  const sign = (name: 'output' | 'input' | 'error') => (differences.includes(name) ? '≠' : undefined);
  return (
    <>
      <Facts older={older} newer={newer} part={part} />
      <Tabs<Part>
        className={styles.parts}
        label="What to compare"
        value={chosen}
        onChange={setChosen}
        tabs={[
          {
            value: 'output',
            label: 'Output',
            count: sign('output'),
            content: <ValueDifference label={names[0]} older={older?.output} newer={newer?.output} />,
          },
          {
            value: 'input',
            label: 'Input',
            count: sign('input'),
            content: <ValueDifference label={names[1]} older={older?.input} newer={newer?.input} />,
          },
          ...(hasError
            ? [
                {
                  value: 'error' as const,
                  label: 'Error',
                  count: sign('error'),
                  content: <ErrorDifference older={older} newer={newer} />,
                },
              ]
            : []),
          ...(hasText
            ? [
                {
                  value: 'text' as const,
                  label: 'YAML',
                  count: '≠',
                  content: <TextDifference older={text.older ?? ''} newer={text.newer ?? ''} />,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

/** Both errors place by place; where only one side failed, what it says. */
function ErrorDifference({ older, newer }: Pick<SidesProps, 'older' | 'newer'>): ReactNode {
  if (older?.error != null && newer?.error != null)
    return <ValueDifference label="error" older={{ ...older.error }} newer={{ ...newer.error }} />;
  const failed = older?.error ?? newer?.error ?? null;
  return (
    <div className={styles.failed}>
      <p className={styles.none}>{`Only the ${older?.error == null ? 'newer' : 'older'} run failed here.`}</p>
      {failed && <ErrorNote error={failed} />}
    </div>
  );
}

/** How both sides ended, in two columns; a row that differs has a sign. */
function Facts({ older, newer, part }: Pick<SidesProps, 'older' | 'newer' | 'part'>): ReactNode {
  const hasTokens = older?.usage !== undefined || newer?.usage !== undefined;
  const isRetried = (older?.retryCount ?? 0) + (newer?.retryCount ?? 0) > 0;
  return (
    <table className={styles.facts}>
      <thead>
        <tr>
          <th scope="col">{part ?? <span className={styles.aloud}>What</span>}</th>
          <th scope="col">Older</th>
          <th scope="col">Newer</th>
        </tr>
      </thead>
      <tbody>
        <tr data-differs={older?.status !== newer?.status || undefined}>
          <th scope="row">Status</th>
          <td>
            <SideStatus side={older} />
          </td>
          <td>
            <SideStatus side={newer} />
          </td>
        </tr>
        <Fact name="Time" older={timeOf(older)} newer={timeOf(newer)} isPlain />
        {isRetried && <Fact name="Attempts" older={attemptsOf(older)} newer={attemptsOf(newer)} />}
        {hasTokens && <Fact name="Tokens" older={usageOf(older)} newer={usageOf(newer)} isPlain />}
      </tbody>
    </table>
  );
}

interface FactProps {
  readonly name: string;
  readonly older: string;
  readonly newer: string;
  /** True where other words are no difference. */
  readonly isPlain?: boolean;
}

function Fact({ name, older, newer, isPlain = false }: FactProps): ReactNode {
  return (
    <tr data-differs={(!isPlain && older !== newer) || undefined}>
      <th scope="row">{name}</th>
      <td>{older}</td>
      <td>{newer}</td>
    </tr>
  );
}

function SideStatus({ side }: { readonly side: Side | null }): ReactNode {
  if (side === null) return <span className={styles.absent}>Did not run</span>;
  return (
    <span className={styles.status}>
      <StatusMark status={side.status} size="small" isDecorative />
      {formatStatus(side.status)}
    </span>
  );
}

function timeOf(side: Side | null): string {
  if (side === null || side.startedAt === null || side.endedAt === null) return '–';
  return formatLength(Math.max(0, side.endedAt - side.startedAt));
}

function attemptsOf(side: Side | null): string {
  return side === null ? '–' : String(side.retryCount + 1);
}

function usageOf(side: Side | null): string {
  return side?.usage === undefined ? '–' : formatUsage(side.usage);
}
