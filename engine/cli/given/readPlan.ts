import path from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { analyzeRecorded, beginRun, childJournal, readExposure } from '../../hosts/node/index.ts';
import { type Workflow, walkTasks } from '../../model/index.ts';
import {
  EMPTY_VIEW,
  foldRun,
  placedCalls,
  planFrom,
  planInside,
  planOnly,
  planUntil,
  type RunError,
  type RunOnWay,
  type RunPlan,
  type RunTrace,
} from '../../run/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { readJournalFile, withoutLinks } from '../journalFiles.ts';
import type { PartOptions } from './RUN.ts';
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
  return cannotStart('plan.from', reason);
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

/** Which part of a workflow runs. */
interface ReadPlan {
  /** Null: all of it. */
  readonly plan: RunPlan | null;
  /** The guessable secrets that the earlier run used whose results are reused. */
  readonly exposure: ReadonlySet<string>;
}

/** A task inside of runs, as a person writes it: the calls that lead to it, and its id: `review`, `each[2]/review`, … */
interface TaskInside {
  readonly kind: 'from' | 'until';
  readonly path: string;
  /** The journal of the earlier run. */
  readonly reuse: string;
}

/** Whether a text names a task inside of a run that another one starts. */
function isTaskPath(text: string): boolean {
  return text.includes('/');
}

/** The plan of a run that begins or ends with a task inside, by the journals of the earlier run. */
async function planPath(
  io: CommandIo,
  { kind, path: asked, reuse }: TaskInside,
  { analysis, earlier }: { readonly analysis: Analysis; readonly earlier: EarlierResults },
): Promise<Result<ReadPlan, RunError>> {
  const outermost = withoutLinks(path.resolve(io.folder, reuse));
  const way: RunOnWay[] = [];
  const exposed: string[] = [...earlier.exposure];
  let [current, { graph }, rest] = [earlier, analysis, asked];
  while (isTaskPath(rest)) {
    const calls = placedCalls(current.trace.view);
    const call = calls.findLast(({ place }) => rest.startsWith(`${place}/`));
    if (call === undefined)
      return refuse(
        `--${kind} ${asked}: ${describeCalls(
          calls.map(({ place }) => place),
          reuse,
        )}`,
      );
    way.push({ trace: current.trace, graph, key: call.key });
    const inner = await readEarlier(io, childJournal(outermost, call.child.runId));
    if (!inner.ok) return inner;
    current = inner.value;
    graph = current.analysis.graph;
    exposed.push(...current.exposure);
    rest = rest.slice(call.place.length + 1);
  }
  const task = graph.nodes.get(rest);
  if (task === undefined)
    return refuse(
      `--${kind} ${asked}: there is no task “${rest}” there. Tasks: ${[...graph.nodes.keys()].join(', ')}.`,
    );
  if (kind === 'from' && task.parent !== null)
    return refuse(
      `--from ${asked}: this task is inside a container, so a run cannot begin with it. Begin with “${task.parent}”.`,
    );
  const inner = kind === 'from' ? planFrom(current.trace, rest) : planUntil(current.trace, graph, rest);
  const plan = planInside(kind, way, inner);
  const exposure = new Set(exposed);
  return plan.ok ? ok({ plan: plan.value, exposure }) : refuse(`--${kind} ${asked}: ${plan.error.message}`);
}

function describeCalls(places: readonly string[], reuse: string): string {
  if (places.length === 0) return `the run in ${reuse} has called no other workflow there.`;
  return `no other workflow was called there in the run in ${reuse}. Calls: ${[...new Set(places)].join(', ')}.`;
}

function refuse(message: string): Result<never, RunError> {
  return err(cannotStart('plan.inside', message));
}

/** A run whose results are reused. */
interface EarlierResults {
  readonly trace: RunTrace;
  /** The guessable secrets that it used. */
  readonly exposure: ReadonlySet<string>;
  readonly analysis: Analysis;
}

/** Reads the journal of a run whose results are reused. */
async function readEarlier(io: CommandIo, name: string): Promise<Result<EarlierResults, RunError>> {
  const journal = await readJournalFile(io, name);
  if (!journal.ok) return journal;
  const analysis = analyzeRecorded(journal.value);
  const restored = await beginRun(effectiveWorkflow(analysis), journal.value.inputs);
  if (!restored.ok) return restored;
  const { events } = restored.value;
  const trace = { events, view: foldRun(EMPTY_VIEW, events) };
  return ok({ trace, exposure: readExposure(journal.value.inputs), analysis });
}
