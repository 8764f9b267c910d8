import type { ActivationView, RunView } from '#engine/run';
import { type FollowedRun, followRun } from './followRun.ts';
import type { ShownRun } from './RunState.ts';
import { viewOf } from './viewOf.ts';

/** What of a run failed, in the order in which it did. */
interface Failures {
  /** The steps that failed by themselves: not those that failed with one inside. Collections whose own calls failed for an item, too. */
  readonly steps: number[];
  readonly listed: Set<number>;
  /** The steps around those that failed. */
  readonly around: Set<number>;
  /** By task: its failed activations for items of the collection that ran it last. */
  readonly ofItems: Map<string, { readonly group: number; readonly failed: number[] }>;
}

const failures = followRun<Failures>(
  () => ({ steps: [], listed: new Set(), around: new Set(), ofItems: new Map() }),
  (known, events, { activations }) => {
    for (const event of events) {
      if (event.type === 'task.started') beginItem(known, activations, event.activation);
      if (event.type !== 'task.failed' && event.type !== 'task.progress') continue;
      const { activation } = event;
      const isNew = !known.around.has(activation) && !known.listed.has(activation);
      if (event.type === 'task.progress' && (event.failed === 0 || !isNew)) continue;
      if (isNew) known.steps.push(activation);
      known.listed.add(activation);
      markAround(known, activations, activation);
      const items = known.ofItems.get(event.taskId);
      if (items !== undefined && collectionOf(activations, activation) === items.group) items.failed.push(activation);
    }
    return known;
  },
);

type Activations = RunView['activations'];

function beginItem({ ofItems }: Failures, activations: Activations, id: number): void {
  const group = collectionOf(activations, id);
  const step = activations.get(id);
  if (group === null || step === undefined || ofItems.get(step.taskId)?.group === group) return;
  ofItems.set(step.taskId, { group, failed: [] });
}

/** The outermost collection for whose items a step ran; null where there is none. */
function collectionOf(activations: Activations, id: number): number | null {
  let found: number | null = null;
  for (let at = activations.get(id); at !== undefined; at = at.parent === null ? undefined : activations.get(at.parent))
    if (at.operation?.kind === 'item') found = at.parent;
  return found;
}

function markAround({ around }: Failures, activations: Activations, id: number): void {
  for (let at = activations.get(id)?.parent ?? null; at !== null && !around.has(at); ) {
    around.add(at);
    at = activations.get(at)?.parent ?? null;
  }
}

/** The steps of a run that failed by themselves, in the order in which they did. */
export function failedSteps(run: FollowedRun): readonly number[] {
  return failures(run).steps;
}

/** Whether a step had failed, itself or for an item, in a state of its run. */
export function hasFailed({ activations }: RunView, id: number): boolean {
  const step = activations.get(id);
  return step !== undefined && (step.status === 'error' || (step.progress?.failed ?? 0) > 0);
}

/**
 * The activation that stands for a task on its card: the last one; of those for items of one collection the one that failed first,
 * where one did.
 */
export function cardActivation(run: ShownRun, taskId: string): ActivationView | undefined {
  const view = viewOf(run);
  const [first] = failures(run).ofItems.get(taskId)?.failed ?? [];
  const worst = first === undefined ? undefined : view.activations.get(first);
  return worst?.status === 'error' ? worst : view.tasks.get(taskId);
}

/** For how many items of its collection a task failed, at the instant that is shown. */
export function countFailedItems(run: ShownRun, taskId: string): number {
  const failed = failures(run).ofItems.get(taskId)?.failed ?? [];
  if (run.moment === null) return failed.length;
  const { activations } = run.moment.view;
  // They are in the order of time: those that had failed by then come first.
  let [low, high] = [0, failed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (activations.get(failed[middle] ?? -1)?.status === 'error') low = middle + 1;
    else high = middle;
  }
  return low;
}
