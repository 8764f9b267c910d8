import { ok, type Result } from '../../base/index.ts';
import type { Exposure } from '../../effects/index.ts';
import { type Analysis, analyze, effectiveWorkflow } from '../../graph/index.ts';
import { beginRun, type JournalHead, readExposure } from '../../hosts/node/index.ts';
import { type Workflow, walkTasks } from '../../model/index.ts';
import {
  EMPTY_VIEW,
  foldRun,
  planFrom,
  planOnly,
  planUntil,
  type RunError,
  type RunPlan,
  type RunTrace,
} from '../../run/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { readJournalFile } from '../journalFiles.ts';
import type { RunCommand } from '../parseRun.ts';

/** Which part of a workflow runs. */
export interface ReadPlan {
  /** Null: all of it. */
  readonly plan: RunPlan | null;
  /** The guessable secrets that the earlier run used whose results are reused. */
  readonly exposure: Exposure;
}

/** A run whose results are reused. */
interface EarlierRun {
  readonly trace: RunTrace | null;
  readonly exposure: Exposure;
}

const NONE: EarlierRun = { trace: null, exposure: new Set() };

/** Why a run cannot begin or end with the tasks that `--from` and `--until` name; null where it can. */
export function explainPlan(workflow: Workflow, { from, until }: RunCommand): RunError | null {
  const ids = new Set(walkTasks(workflow).map(({ task }) => task.id));
  for (const [option, id] of [
    ['--from', from],
    ['--until', until],
  ] as const) {
    if (id === null || ids.has(id)) continue;
    const reason = `${option} ${id}: there is no task of this id. Tasks: ${[...ids].join(', ')}.`;
    return { code: 'REFERENCE_ERROR', message: reason, details: { type: 'plan.task', reason } };
  }
  if (from === null || from === until || workflow.tasks.some(({ id }) => id === from)) return null;
  const reason = `--from ${from}: this task is inside a container, so a run cannot begin with it and continue after it. Begin with its container, or add --until ${from} to run it alone.`;
  return { code: 'CONFIGURATION_ERROR', message: reason, details: { type: 'plan.from', reason } };
}

/** What a run does otherwise than a whole new one, and which guessable secrets the run whose results it reuses has used. */
export async function readPlan(
  io: CommandIo,
  { from, until, reuse }: RunCommand,
  analysis: Analysis,
): Promise<Result<ReadPlan, RunError>> {
  const earlier = reuse === null ? ok(NONE) : await readEarlier(io, reuse);
  if (!earlier.ok) return earlier;
  const { trace, exposure } = earlier.value;
  return ok({ plan: planRun({ from, until }, trace, analysis), exposure });
}

function planRun(
  { from, until }: Pick<RunCommand, 'from' | 'until'>,
  trace: RunTrace | null,
  { graph }: Analysis,
): RunPlan | null {
  if (from !== null && from === until) return planOnly(trace, from);
  if (from === null && until === null) return null;
  const begin = from === null ? {} : trace === null ? { from: { taskId: from } } : planFrom(trace, from);
  // With --from, `planFrom` reuses the results of the earlier run: `planUntil` pins none of them as well.
  const end = until === null ? {} : planUntil(from === null ? trace : null, graph, until);
  return { ...begin, ...end };
}

async function readEarlier(io: CommandIo, name: string): Promise<Result<EarlierRun, RunError>> {
  const journal = await readJournalFile(io, name);
  if (!journal.ok) return journal;
  const restored = await beginRun(effectiveWorkflow(analyzeRecorded(journal.value)), journal.value.inputs);
  if (!restored.ok) return restored;
  const { events } = restored.value;
  const trace = { events, view: foldRun(EMPTY_VIEW, events) };
  return ok({ trace, exposure: readExposure(journal.value.inputs) });
}

/** The workflow of a journal. */
export function analyzeRecorded({ path: file, source, files }: JournalHead): Analysis {
  return analyze(file, source, undefined, new Map(files));
}
