import path from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { childJournal } from '../../hosts/node/index.ts';
import {
  placedCalls,
  planFrom,
  planInside,
  planUntil,
  type RunError,
  type RunOnWay,
  type RunPlan,
} from '../../run/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { withoutLinks } from '../journalFiles.ts';
import { type EarlierResults, readEarlier } from './earlierRun.ts';
import { cannotStart } from './readGiven.ts';

/** Which part of a workflow runs. */
export interface ReadPlan {
  /** Null: all of it. */
  readonly plan: RunPlan | null;
  /** The guessable secrets that the earlier run used whose results are reused. */
  readonly exposure: ReadonlySet<string>;
}

/** A task inside of runs, as a person writes it: the calls that lead to it, and its id: `review`, `each[2]/review`, … */
export interface TaskInside {
  readonly kind: 'from' | 'until';
  readonly path: string;
  /** The journal of the earlier run. */
  readonly reuse: string;
}

/** Whether a text names a task inside of a run that another one starts. */
export function isTaskPath(text: string): boolean {
  return text.includes('/');
}

/** The plan of a run that begins or ends with a task inside, by the journals of the earlier run. */
export async function planPath(
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
