import { type Json, toJson } from '../../base/index.ts';
import { configOf, findTask, type Task, type Workflow, walkTasks } from '../../model/index.ts';
import type { ActivationView, AwaitedSignal, RunView } from './RunView.ts';

/** A wait that a signal can end, with all that a form for it needs. */
export interface OpenWait extends AwaitedSignal {
  readonly task: string;
  readonly activation: number;
  /** When it gives up, in ms since the epoch; null: never. */
  readonly until: number | null;
  /** JSON Schema of what comes with the signal; null: anything. */
  readonly schema: Json;
}

/** The waits for a signal that are open in a run, in the order in which their tasks began. None once it has ended. */
export function listWaits(workflow: Workflow, view: Pick<RunView, 'status' | 'activations'>): readonly OpenWait[] {
  if (view.status !== 'running') return [];
  return [...view.activations.values()].flatMap((step) => toOpenWait(workflow, step) ?? []);
}

/** The wait of one step; null where it waits for no signal. */
export function toOpenWait(
  workflow: Workflow,
  { taskId, activation, awaits, until }: Pick<ActivationView, 'taskId' | 'activation' | 'awaits' | 'until'>,
): OpenWait | null {
  if (awaits === undefined) return null;
  const task = findTask(workflow, taskId);
  const schema = task === undefined ? null : (configOf(task).signalSchema ?? null);
  return { ...awaits, task: taskId, activation, until, schema: schema === null ? null : toJson(schema) };
}

/**
 * Why a signal changes nothing in a run as it is now, in a sentence: no one waits for it, or it was answered already. Null where
 * a wait for it is open.
 */
export function explainUnheard(
  workflow: Workflow,
  view: Pick<RunView, 'status' | 'tasks' | 'activations'>,
  name: string,
): string | null {
  if (view.status !== 'running') return 'The run has ended: it takes no more signals.';
  if (listWaits(workflow, view).some(({ signal }) => signal === name)) return null;
  const tasks = namedBy(workflow, name);
  const ended = tasks.flatMap(({ id }) => view.tasks.get(id) ?? []).find(({ endedAt }) => endedAt !== null);
  if (ended !== undefined) return explainEnded(ended, name);
  const [later] = tasks;
  if (later !== undefined) return `"${later.id}" does not wait yet. The signal is kept until it does.`;
  const known = [...walkTasks(workflow)].flatMap(({ task }) => configOf(task).signal ?? []);
  const names = [...new Set(known.map(String))];
  const others = names.length === 0 ? 'No task here waits for one.' : `Tasks here wait for ${names.join(', ')}.`;
  return `No task waits for a signal "${name}". ${others}`;
}

function explainEnded({ taskId, status }: ActivationView, name: string): string {
  if (status === 'success') return `"${taskId}" was answered already: it no longer waits for "${name}".`;
  if (status === 'error') return `"${taskId}" gave up before this came: it no longer waits for "${name}".`;
  return `"${taskId}" no longer waits for "${name}": it was ended.`;
}

/** Tasks that wait for a signal of this very name; those that compute it are not known before they do. */
export function namedBy(workflow: Workflow, name: string): readonly Task[] {
  return [...walkTasks(workflow)].flatMap(({ task }) => (configOf(task).signal === name ? [task] : []));
}
