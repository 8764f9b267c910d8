import { type ReactNode, useState } from 'react';
import { type Analysis, findRange } from '#engine';
import type { StepPair } from '#engine/run';
import type { ComparedRecord } from '../../session/relatedRuns/index.ts';
import { ChevronLeftIcon, ChevronRightIcon, EqualNotIcon, WorkflowIcon } from '../../ui/icons.ts';
import { IconButton, KindIcon } from '../../ui/index.ts';
import styles from './CompareDetails.module.css';
import { type ComparedSide, InsidePair, Sides } from './CompareSides.tsx';
import { type Compared, type ComparedTask, statusOfRun, stepOfRun } from './toCompared.ts';

export interface CompareDetailsProps {
  readonly compared: Compared;
  /** Null: the whole run. */
  readonly selected: string | null;
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
    older: sideOfRun(older.run),
    newer: sideOfRun(newer.run),
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

function sideOfRun(run: ComparedRecord): ComparedSide {
  const { view } = run;
  return { ...stepOfRun(view), status: statusOfRun(run), ...(view.usage ? { usage: view.usage } : {}) };
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
      {step && <InsidePair key={`inside ${at}`} step={step} file={compared.newer.run.path} taskId={taskId} />}
      {step && (
        <Sides
          key={at}
          older={step.older && { ...step.older, idle: compared.older.run.view.idle }}
          newer={step.newer && { ...step.newer, idle: compared.newer.run.view.idle }}
          differences={step.differences}
          names={[`tasks.${taskId}.output`, 'input']}
          text={text}
          part={partOf(step)}
        />
      )}
    </section>
  );
}

/** Names the part of a container that an activation is. */
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

/** The YAML of a task as a run's own text has it; null where the task is not in it, or is written in a file it imports. */
export function textOfTask({ syntax, graph }: Analysis, taskId: string): string | null {
  const node = graph.nodes.get(taskId);
  if (node === undefined || node.task.id !== taskId) return null;
  const { start, end } = findRange(syntax, node.task.path, 'value');
  return withoutIndent(syntax.text, start, end);
}

/** A block of the text with all its lines moved to the left as far as its first line is. */
function withoutIndent(text: string, start: number, end: number): string {
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const indent = new RegExp(`^ {0,${column}}`);
  return text
    .slice(start, end)
    .trimEnd()
    .split(/\r?\n/)
    .map((line, index) => (index === 0 ? line : line.replace(indent, '')))
    .join('\n');
}
