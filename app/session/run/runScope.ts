import type { ActivationView, RunEvent, RunView } from '#engine/run';
import { type Json, jsonObject, type Scope } from '#engine/values';
import type { Variable } from '#engine/worker';
import type { ShownRun } from '../store/RunState.ts';
import type { DocumentState, WorkspaceState } from '../store/State.ts';
import { type FollowedRun, followRun } from '../store/viewOf.ts';

/** What fields show values of: the run on screen, and the task they belong to. */
export interface RunMoment {
  readonly view: RunView;
  readonly variables: readonly Variable[];
  readonly activation: ActivationView | undefined;
}

/** The roots an expression of a task would have read when the run was where the view shows it. Secrets are not there. */
export function createRunScope({ view, variables, activation }: RunMoment): Scope {
  return {
    root: (name) => readRoot(name, { view, variables, activation }),
    now: () => view.startedAt ?? 0,
    random: () => 0,
  };
}

function readRoot(name: string, { view, variables, activation }: RunMoment): Json | undefined {
  switch (name) {
    case 'workflow':
      return { input: view.input, run_id: view.runId };
    case 'trigger':
      return { input: view.input };
    case 'tasks':
      return jsonObject([...view.tasks].map(([id, task]) => [id, describeTask(task)] as const));
    case 'env':
      return jsonObject(variables.filter((it) => !it.isSecret).map((it) => [it.name, it.value] as const));
    case 'input':
    case 'output':
      return activation?.[name];
    case 'error':
      return activation?.error ? { ...activation.error } : undefined;
    default:
      return undefined;
  }
}

function describeTask(task: ActivationView): Json {
  const duration = task.startedAt !== null && task.endedAt !== null ? task.endedAt - task.startedAt : null;
  return {
    status: task.status,
    output: task.output,
    error: task.error ? { ...task.error } : null,
    duration,
    retry_count: task.retryCount,
  };
}

/** A way out of a task: one of its handlers, or the edge from there to one task. */
interface Exit {
  readonly taskId: string;
  readonly via: string;
  readonly target?: string;
}

/** What was last passed along a way out of a task; undefined where it was not taken. */
export function lastPassed(run: FollowedRun, exit: Exit): Json | undefined {
  return passed(run).get(keyOf(exit));
}

const passed = followRun(
  () => new Map<string, Json>(),
  (known, events: readonly RunEvent[]) => {
    for (const event of events) {
      if (event.type !== 'edge.taken') continue;
      const { taskId, via, target } = event;
      known.set(keyOf({ taskId, via }), event.with);
      known.set(keyOf({ taskId, via, target }), event.with);
    }
    return known;
  },
);

/** No id holds a line break. */
function keyOf({ taskId, via, target }: Exit): string {
  return target === undefined ? `${taskId}\n${via}` : `${taskId}\n${via}\n${target}`;
}

/** The part of the session they are read from. */
interface RunOnShow {
  readonly run: { readonly shown: Pick<ShownRun, 'path' | 'view'> | null };
  readonly document: Pick<DocumentState, 'activePath'>;
  readonly workspace: Pick<WorkspaceState, 'variables'>;
}

/**
 * What roots of expressions held in the run on show, if that is one of the active file: for completion and hover. `task`
 * is the task whose text holds the expression. Secrets are not there.
 */
export function lastValuesOf({
  run: { shown: run },
  document: { activePath },
  workspace: { variables },
}: RunOnShow): ((root: string, task: string | null) => Json | undefined) | undefined {
  if (run === null || run.path !== activePath) return undefined;
  const { view } = run;
  return (root, task) => {
    const activation = task === null ? undefined : view.tasks.get(task);
    return createRunScope({ view, variables, activation }).root(root);
  };
}
