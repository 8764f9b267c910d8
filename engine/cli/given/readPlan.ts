import { err, ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { type Workflow, walkTasks } from '../../model/index.ts';
import { planFrom, planOnly, planUntil, type RunError, type RunPlan, type RunTrace } from '../../run/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { readEarlier } from './earlierRun.ts';
import { isTaskPath, planPath, type ReadPlan } from './planPath.ts';
import type { PartOptions } from './RunCommand.ts';
import { cannotStart } from './readGiven.ts';

/** Why a run cannot begin or end with the tasks that `--from` and `--until` name; null where it can. */
export function explainPlan(workflow: Workflow, { from, until }: PartOptions): RunError | null {
  const ids = new Set(walkTasks(workflow).map(({ task }) => task.id));
  for (const [option, id] of [
    ['--from', from],
    ['--until', until],
  ] as const) {
    if (id === null || ids.has(id) || isTaskPath(id)) continue;
    const reason = `${option} ${id}: there is no task of this id. Tasks: ${[...ids].join(', ')}.`;
    return { code: 'REFERENCE_ERROR', message: reason, details: { type: 'plan.task', reason } };
  }
  if (from === null || from === until || isTaskPath(from) || workflow.tasks.some(({ id }) => id === from)) return null;
  const reason = `--from ${from}: this task is inside a container, so a run cannot begin with it and continue after it. Begin with its container, or add --until ${from} to run it alone.`;
  return { code: 'CONFIGURATION_ERROR', message: reason, details: { type: 'plan.from', reason } };
}

/** What a run does otherwise than a whole new one, and which guessable secrets the run whose results it reuses has used. */
export async function readPlan(
  io: CommandIo,
  part: PartOptions | null,
  analysis: Analysis,
): Promise<Result<ReadPlan, RunError>> {
  if (part === null) return ok({ plan: null, exposure: new Set() });
  const { from, until, reuse } = part;
  const earlier = reuse === null ? ok(null) : await readEarlier(io, reuse);
  if (!earlier.ok) return earlier;
  const isFrom = from !== null && isTaskPath(from);
  const [kind, inside] = isFrom ? (['from', from] as const) : (['until', until] as const);
  if (inside !== null && isTaskPath(inside)) {
    if (reuse === null || earlier.value === null || (from !== null && until !== null))
      return err(cannotStart('plan.inside', `--${kind} ${inside}: ${PATH_NEEDS}`));
    return planPath(io, { kind, path: inside, reuse }, { analysis, earlier: earlier.value });
  }
  const trace = earlier.value?.trace ?? null;
  return ok({ plan: planRun({ from, until }, trace, analysis), exposure: earlier.value?.exposure ?? new Set() });
}

const PATH_NEEDS =
  'a task inside a run needs --reuse FILE, the journal of the earlier run, and --from or --until alone.';

function planRun(
  { from, until }: Pick<PartOptions, 'from' | 'until'>,
  trace: RunTrace | null,
  { graph }: Analysis,
): RunPlan {
  if (from !== null && from === until) return planOnly(trace, from);
  const begin = from === null ? {} : trace === null ? { from: { taskId: from } } : planFrom(trace, from);
  // With --from, `planFrom` reuses the results of the earlier run: `planUntil` pins none of them as well.
  const end = until === null ? {} : planUntil(from === null ? trace : null, graph, until);
  return { ...begin, ...end };
}
