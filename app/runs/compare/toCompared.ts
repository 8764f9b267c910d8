import { type Analysis, drawnGraph, effectiveWorkflow, type Graph, mergeGraphs } from '#engine';
import { type Workflow, walkTasks } from '#engine/model';
import {
  compareRuns,
  compareSteps,
  type Difference,
  isDifferent,
  type RunComparison,
  type RunView,
  type StepPair,
  standingOf,
  type TaskComparison,
  workedBetween,
} from '#engine/run';
import type { ComparedRecord, TaskMark, TaskSide } from '../../session/relatedRuns/index.ts';
import { formatLength, formatStatus, type Kind, type Status } from '../../ui/index.ts';
import { type RunSource, toRunSource } from '../parts/toRunSource.ts';

/** A run and the workflow it was started with. */
export interface RunAndText {
  readonly run: ComparedRecord;
  readonly analysis: Analysis;
}

/** A task that ran in either run. */
export interface ComparedTask extends TaskComparison {
  readonly name: string;
  readonly kind: Kind;
  readonly mark: TaskMark;
}

/** Two runs as they are looked at: on one graph, as a list, and in a sentence. */
export interface Compared {
  readonly older: RunAndText;
  readonly newer: RunAndText;
  /** Those that ran in either, in the order in which they started. */
  readonly tasks: readonly ComparedTask[];
  /** In what the runs themselves differ. */
  readonly differences: readonly Difference[];
  readonly edges: RunComparison['edges'];
  /** True when the runs had different texts. */
  readonly isTextChanged: boolean;
  /** Both workflows as one. */
  readonly graph: Graph;
  readonly workflow: Workflow;
  readonly marks: ReadonlyMap<string, TaskMark>;
  readonly summary: string;
}

/** Compares two runs, whichever is older. */
export function toCompared(one: RunAndText, other: RunAndText): Compared {
  const [older, newer] = one.run.startedAt <= other.run.startedAt ? [one, other] : [other, one];
  const [olderView, newerView] = [older.run.view, newer.run.view];
  const { tasks, edges } = compareRuns(olderView, newerView);
  const graph = mergeGraphs(drawnGraph(newer.analysis), drawnGraph(older.analysis));
  const sources = { older: readText(older), newer: readText(newer) };
  const ids = new Set([...[...graph.nodes.values()].map(({ task }) => task.id), ...tasks.keys()]);
  const marks = new Map([...ids].map((id) => [id, toMark(id, tasks.get(id), sources)] as const));
  const listed = [...tasks.values()].flatMap((task): readonly ComparedTask[] => {
    const mark = marks.get(task.taskId);
    const { source } = sources.newer.ids.has(task.taskId) ? sources.newer : sources.older;
    return mark ? [{ ...task, mark, name: source.nameOf(task.taskId), kind: source.kindOf(task.taskId) }] : [];
  });
  return {
    older,
    newer,
    tasks: listed,
    differences: compareSteps(stepOfRun(olderView), stepOfRun(newerView)),
    edges,
    isTextChanged: older.run.source !== newer.run.source,
    graph,
    workflow: effectiveWorkflow(newer.analysis),
    marks,
    summary: describeCounts(countTasks(listed)),
  };
}

/** The whole run, as far as it is like an activation. */
export function stepOfRun({ status, error, output, input, startedAt, endedAt, idle }: RunView) {
  return { status, error, output, input, startedAt, endedAt, idle, retryCount: 0 };
}

/** How long a run or a step worked, in ms: without the pauses and interruptions of its run, as everywhere. Null while it is not over. */
export function workedIn(
  { startedAt, endedAt }: Pick<RunView, 'startedAt' | 'endedAt'>,
  idle: RunView['idle'],
): number | null {
  return startedAt === null || endedAt === null ? null : workedBetween(idle, startedAt, endedAt);
}

/** The state of a run, in all words for it: one that is paused or only waits is not said to be running. */
export function statusOfRun({ status, view, isIdle }: ComparedRecord): Status {
  return status === 'interrupted' ? status : standingOf(view, isIdle === true);
}

interface Views {
  readonly older: ReadText;
  readonly newer: ReadText;
}

interface ReadText {
  readonly view: RunView;
  readonly source: RunSource;
  readonly ids: ReadonlySet<string>;
}

function readText({ run, analysis }: RunAndText): ReadText {
  const tasks = walkTasks(effectiveWorkflow(analysis));
  return {
    view: run.view,
    source: toRunSource(analysis),
    ids: new Set([...tasks].map(({ task }) => task.id)),
  };
}

function toMark(taskId: string, task: TaskComparison | undefined, texts: Views): TaskMark {
  const older = toSide(taskId, task?.steps.filter((step) => step.older !== null).length ?? 0, texts.older);
  const newer = toSide(taskId, task?.steps.filter((step) => step.newer !== null).length ?? 0, texts.newer);
  const verdict = task === undefined ? 'same' : verdictOf(task);
  const badge = badgeOf(verdict, task, texts);
  const what = task === undefined ? '' : describeDifferences(task.differences);
  const words = [
    `in the older run ${describeSide(older)}`,
    `in the newer run ${describeSide(newer)}`,
    badge === null ? 'no difference' : what === '' ? badge.toLowerCase() : `${badge.toLowerCase()}: ${what}`,
  ];
  return { verdict, older, newer, badge, words: words.join(', ') };
}

function verdictOf(task: TaskComparison): TaskMark['verdict'] {
  if (task.presence !== 'both') return task.presence;
  return isDifferent(task) ? 'changed' : 'same';
}

function badgeOf(verdict: TaskMark['verdict'], task: TaskComparison | undefined, views: Views): string | null {
  switch (verdict) {
    case 'older':
      return 'Only older';
    case 'newer':
      return 'Only newer';
    case 'changed':
      return 'Differs';
    case 'same':
      return task?.differences.includes('duration') ? timeOf(task.steps, views) : null;
  }
}

function timeOf(steps: readonly StepPair[], { older, newer }: Views): string {
  const more = steps
    .map((step) => lengthOf(step.newer, newer) - lengthOf(step.older, older))
    .reduce((sum, by) => sum + by, 0);
  return more > 0 ? 'Slower' : 'Faster';
}

/** ms; 0 while it is not over. */
function lengthOf(step: StepPair['older'], { view }: ReadText): number {
  return step === null ? 0 : (workedIn(step, view.idle) ?? 0);
}

function toSide(taskId: string, count: number, { view, ids }: ReadText): TaskSide | null {
  const step = view.tasks.get(taskId);
  if (step === undefined)
    return ids.has(taskId) ? { status: view.status === 'running' ? 'pending' : 'skipped', length: null, count } : null;
  const worked = workedIn(step, view.idle);
  return { status: step.status, length: worked === null ? null : formatLength(worked), count };
}

function describeSide(side: TaskSide | null): string {
  if (side === null) return 'not in the workflow';
  const times = side.count > 1 ? `, ${side.count} times` : '';
  return `${formatStatus(side.status).toLowerCase()}${side.length === null ? '' : ` in ${side.length}`}${times}`;
}

function countTasks(tasks: readonly ComparedTask[]) {
  const count = (verdict: TaskMark['verdict']) => tasks.filter(({ mark }) => mark.verdict === verdict).length;
  const timed = tasks.filter(({ mark }) => mark.verdict === 'same' && mark.badge !== null).length;
  return { changed: count('changed'), older: count('older'), newer: count('newer'), timed };
}

const WORDS: Readonly<Record<Difference, string>> = {
  status: 'status',
  error: 'error',
  output: 'output',
  input: 'input',
  attempts: 'number of attempts',
  steps: 'how often it ran',
  route: 'where it led',
  duration: 'time',
};

/** In what two runs differ, as a sentence part: `status, error and output`; empty where they do not. */
export function describeDifferences(differences: readonly Difference[]): string {
  return joinWords(differences.map((difference) => WORDS[difference]));
}

/** How many tasks differ, by kind of difference. */
interface Counts {
  readonly changed: number;
  readonly older: number;
  readonly newer: number;
  /** Did the same, but took notably longer or shorter. */
  readonly timed: number;
}

/** A comparison in a sentence. */
export function describeCounts({ changed, older, newer, timed }: Counts): string {
  const parts = [
    changed > 0 ? `${describeCount(changed)} ${changed === 1 ? 'differs' : 'differ'}` : '',
    newer > 0 ? `${changed > 0 ? newer : describeCount(newer)} ran only in the newer run` : '',
    older > 0 ? `${changed > 0 || newer > 0 ? older : describeCount(older)} ran only in the older run` : '',
    timed > 0 ? `${timed} took notably more or less time` : '',
  ].filter((part) => part !== '');
  if (changed + older + newer === 0) return ['Every task did the same in both runs', ...parts].join(', ');
  return joinWords(parts);
}

function describeCount(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'task' : 'tasks'}`;
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
