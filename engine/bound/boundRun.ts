import { type Data, formatCost, isDataMap } from '../base/index.ts';
import { formatDuration, type Workflow } from '../model/index.ts';
import { findMemoryReads } from '../run/index.ts';
import { type Gap, inTurn, lasts, NOTHING, type Taken, unbounded } from './Bound.ts';
import { type AnswerPrice, boundInside, type FindWorkflow } from './boundUse.ts';
import { TaskBounds } from './TaskBounds.ts';

export type { Gap } from './Bound.ts';

/** The file of a run, and the others that runs inside may be of. */
export interface BoundFiles {
  readonly file: string;
  readonly find: FindWorkflow;
}

const NO_FILES: BoundFiles = { file: '', find: () => null };

/** What a run takes at most, by its text alone; null where that has no bound, and then what of it is missing. */
export interface RunBound {
  /** In ms, of tries that come as soon as the text says. */
  readonly time: number | null;
  /** In ms, where each server that is tried again asks for as late a try as it may, an hour; equal to `time` where none can ask. */
  readonly asked: number | null;
  readonly gaps: readonly Gap[];
  /** In US dollars, of the answers of its models alone: what is sent to them is not in the text. */
  readonly answers: number | null;
  readonly costGaps: readonly Gap[];
}

/**
 * What no run of a workflow exceeds: its longest path, with all attempts of each task up to its timeout, the delays between them, and
 * waits to their end, and runs inside by the texts of their files. A loop, items or a call that nothing limits leave it without a bound, and
 * so does a run inside whose text is not known. Pauses, interruptions, and what is computed or kept on the device do not count; nor does
 * what a person does to a run.
 */
export function boundRun(
  workflow: Workflow,
  prices: readonly AnswerPrice[] = [],
  { file, find }: BoundFiles = NO_FILES,
): RunBound {
  const { time, asked, cost } = new FamilyBounds(prices, find).bound(workflow, [file]);
  return {
    time: toAmount(time.most),
    asked: toAmount(asked.most),
    gaps: time.gaps,
    answers: toAmount(cost.most),
    costGaps: cost.gaps,
  };
}

/** The bounds of a run and of those that it starts, each file once. */
class FamilyBounds {
  readonly #prices: readonly AnswerPrice[];
  readonly #find: FindWorkflow;
  readonly #known = new Map<string, Taken>();

  constructor(prices: readonly AnswerPrice[], find: FindWorkflow) {
    this.#prices = prices;
    this.#find = find;
  }

  /** @param around the files that it is inside of, its own last */
  bound(workflow: Workflow, around: readonly string[]): Taken {
    const inside = (taskId: string, file: string): Taken =>
      boundInside(taskId, file, {
        find: this.#find,
        around,
        bound: (found) => this.#boundOnce(found, [...around, file]),
      });
    const start = workflow.start ?? workflow.tasks[0]?.id ?? null;
    if (start === null) return NOTHING;
    const first = asksMemories(workflow) ? lasts(unbounded(start, 'memory')) : NOTHING;
    return inTurn(first, new TaskBounds(workflow, this.#prices, inside).boundFrom(start));
  }

  /** A file that leads back to one around it has no bound, wherever it is. */
  #boundOnce(workflow: Workflow, around: readonly string[]): Taken {
    const file = around.at(-1) ?? '';
    const known = this.#known.get(file) ?? this.bound(workflow, around);
    this.#known.set(file, known);
    return known;
  }
}

function toAmount(most: number): number | null {
  return Number.isFinite(most) ? most : null;
}

/** Whether expressions read a memory that is not on the device: that is asked before the first task, and nothing limits it. */
function asksMemories(workflow: Workflow): boolean {
  const memories = [workflow.memory, ...workflow.agents.map(({ memory }) => memory)];
  const isElsewhere = memories.some(
    (memory) => memory !== null && ['storage', 'vector'].some((part) => isRemote(memory.data.get(part))),
  );
  return isElsewhere && findMemoryReads(workflow).size > 0;
}

function isRemote(part: Data | undefined): boolean {
  const use = isDataMap(part) ? part.get('use') : undefined;
  return use !== undefined && !(typeof use === 'string' && use.startsWith('core:'));
}

/** What a change of a workflow does to the time and the cost of its runs, in sentences; none where both are as before, or have no bound before and after. */
export function tellBounds(before: RunBound, after: RunBound): readonly string[] {
  return [...tellTime(before, after), ...tellCost(before, after)];
}

/** What the runs of a new text take and cost at most, in sentences; nothing of a cost where no model is asked. */
export function tellBound({ time, gaps, answers, costGaps }: RunBound): readonly string[] {
  return [
    time === null
      ? `The duration of a run is not bounded: ${tellGaps(gaps)}.`
      : `A run takes at most ${formatDuration(time)}.`,
    ...(answers === null ? [`The cost of a run is not bounded: ${tellGaps(costGaps)}.`] : []),
    ...(answers === null || answers === 0 ? [] : [`Model answers cost at most ${formatCost(answers)}.`]),
  ];
}

function tellTime(before: RunBound, after: RunBound): readonly string[] {
  if (before.time === after.time) return [];
  if (after.time === null) return [`The duration of a run is no longer bounded: ${tellGaps(after.gaps)}.`];
  const most = formatDuration(after.time);
  if (before.time === null) return [`The duration of a run is now bounded: it takes at most ${most}.`];
  return [`A run takes at most ${most} instead of ${formatDuration(before.time)}.`];
}

function tellCost(before: RunBound, after: RunBound): readonly string[] {
  if (before.answers === after.answers) return [];
  if (after.answers === null) return [`The cost of a run is no longer bounded: ${tellGaps(after.costGaps)}.`];
  const most = formatCost(after.answers);
  if (before.answers === null) return [`The cost of a run is now bounded: model answers cost at most ${most}.`];
  return [`Model answers cost at most ${most} instead of ${formatCost(before.answers)}.`];
}

/** So many reasons are told one by one. */
const MOST_TOLD = 2;

/** What keeps a bound from being there, in words that follow a colon: some of it, by task. */
export function tellGaps(gaps: readonly Gap[]): string {
  const told = gaps.slice(0, MOST_TOLD).map(tellGap);
  return gaps.length > MOST_TOLD ? `${told.join(', ')}, and more` : told.join(', and ');
}

function tellGap({ taskId, why, file, runs }: Gap): string {
  const task = file === undefined ? `“${taskId}”` : `“${taskId}” in ${file}`;
  switch (why) {
    case 'timeout':
      return `${task} has no timeout`;
    case 'template':
      return `a limit of ${task} is a template`;
    case 'loop':
      return `${task} is in a loop without limits`;
    case 'items':
      return `${task} goes through any number of items`;
    case 'recursion':
      return `a handler of ${task} leads back to it`;
    case 'workflow':
      return `${task} runs another workflow`;
    case 'unnamed':
      return `${task} runs a workflow that its text does not name`;
    case 'missing':
      return `${task} runs ${runs}, which is not here`;
    case 'circle':
      return `${task} runs ${runs}, which leads back to it`;
    case 'memory':
      return `${task} reads a memory first`;
    case 'max_tokens':
      return `${task} has no max_tokens`;
    case 'price':
      return `the price of the model of ${task} is not set`;
  }
}
