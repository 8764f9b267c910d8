import type { Graph } from '#engine';
import { planFrom, planOnly, planUntil, type RunPlan, type RunTrace } from '#engine/run';
import type { Json } from '#engine/values';
import { analysisOf } from '../document/analysis.ts';
import type { RunAim, SessionState, ShownRun } from '../store/State.ts';
import { session } from '../store/store.ts';
import { openRunForm } from './run.ts';
import { startInside } from './runInside.ts';
import { startRun } from './startRun.ts';

/**
 * The run whose results a part of a file is run with: the one on screen, where it is of that file. One that came from a file
 * names its path itself, and its results are not trusted.
 */
function recordedRun({ run: { shown: run } }: Pick<SessionState, 'run'>, path: string | null): ShownRun | null {
  return run === null || run.path !== path || run.importedFrom !== null ? null : run;
}

/** The input that a run of one task of a file alone starts from: what that task was last given. */
export function lastTaskInput(state: SessionState, path: string, taskId: string): Json | undefined {
  const last = recordedRun(state, path)?.view.tasks.get(taskId);
  return last === undefined || last.startedAt === null ? undefined : last.input;
}

/**
 * Runs a part of the active file; where the run on screen is of that file and another one has started it, the outermost run is
 * started again up to that part. Else it runs with the input it last had; where there is none, or the task's own is asked for, by the
 * form.
 */
export function runPart(aim: RunAim): void {
  const state = session.getState();
  const { activePath } = state.document;
  const recorded = recordedRun(state, activePath);
  const { kind, taskId } = aim;
  const graph = analysisOf(state, activePath, 'own')?.graph;
  if (recorded?.parent != null && kind !== 'only' && graph !== undefined) {
    const plan = planOf(aim, toRecorded(recorded), { graph });
    void startInside({ kind, taskId, run: recorded, plan });
    return;
  }
  const input = recorded?.view.input ?? state.run.lastInputs.get(activePath ?? '');
  if (aim.kind === 'only' || input === undefined) openRunForm(aim);
  else void startPart(aim, { input });
}

/** What a part of a file is run with. */
interface PartInput {
  readonly input: Json;
  /** The whole input of the one task that runs. */
  readonly taskInput?: Json;
  readonly simulate?: boolean;
  /** Absent: the active file. */
  readonly path?: string;
}

/** Runs a part of a file; the results of the run on screen are used for the rest. */
export async function startPart(aim: RunAim, given: PartInput): Promise<boolean> {
  const state = session.getState();
  const { input, taskInput, simulate, path = state.document.activePath } = given;
  const graph = analysisOf(state, path, 'own')?.graph;
  if (graph === undefined || path === null) return false;
  const plan = planOf(aim, toRecorded(recordedRun(state, path)), {
    graph,
    ...(taskInput === undefined ? {} : { taskInput }),
  });
  return startRun(input, { path, plan, aim, ...(simulate === undefined ? {} : { simulate }) });
}

function toRecorded(run: ShownRun | null): RunTrace | null {
  return run === null ? null : { view: run.view, events: run.events.slice() };
}

function planOf(
  { kind, taskId }: RunAim,
  recorded: RunTrace | null,
  { graph, taskInput }: { readonly graph: Graph; readonly taskInput?: Json },
): RunPlan {
  switch (kind) {
    case 'from':
      return recorded === null ? { from: { taskId } } : planFrom(recorded, taskId);
    case 'until':
      return planUntil(recorded, graph, taskId);
    case 'only':
      return planOnly(recorded, taskId, taskInput);
  }
}
