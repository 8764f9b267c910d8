import type { ActivationView, RunView } from '#engine/run';
import { type Json, jsonObject, type Scope } from '#engine/values';
import type { Variable } from '#engine/worker';

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
