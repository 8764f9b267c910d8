import { type Data, isDataMap } from '../base/index.ts';
import type { Workflow } from '../model/index.ts';
import { findMemoryReads } from '../run/index.ts';
import { type Gap, inTurn, lasts, NOTHING, unbounded } from './Bound.ts';
import type { AnswerPrice } from './boundUse.ts';
import { TaskBounds } from './TaskBounds.ts';

export type { Gap } from './Bound.ts';

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
 * waits to their end. A loop, items, a call or a run inside that nothing limits leave it without a bound. Pauses, interruptions, and what is
 * computed or kept on the device do not count; nor does what a person does to a run.
 */
export function boundRun(workflow: Workflow, prices: readonly AnswerPrice[] = []): RunBound {
  const start = workflow.start ?? workflow.tasks[0]?.id ?? null;
  const tasks = start === null ? NOTHING : new TaskBounds(workflow, prices).boundFrom(start);
  const first = start !== null && asksMemories(workflow) ? lasts(unbounded(start, 'memory')) : NOTHING;
  const { time, asked, cost } = inTurn(first, tasks);
  return {
    time: toAmount(time.most),
    asked: toAmount(asked.most),
    gaps: time.gaps,
    answers: toAmount(cost.most),
    costGaps: cost.gaps,
  };
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
