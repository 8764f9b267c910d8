import { roleOf } from '#engine/model';
import type { ActivationView, RunView } from '#engine/run';
import type { ShownRun } from './RunState.ts';
import { type FollowedRun, followRun, viewOf } from './viewOf.ts';

/** What of a run failed, in the order in which it did. */
interface Failures {
  /** The steps that failed by themselves: not those that failed with one inside. Collections whose own calls failed for an item, too. */
  readonly steps: number[];
  readonly listed: Set<number>;
  /** The steps around those that failed. */
  readonly around: Set<number>;
  /** By task: its failed activations for items of the collection that ran it last. */
  readonly ofItems: Map<string, { readonly group: number; readonly failed: number[] }>;
  /** By task that ran for no item: its activations in order of start, and those that failed in the order in which they did. */
  readonly rounds: Map<string, { readonly all: number[]; readonly failed: number[] }>;
  /** The activations whose failure led to another task, or to an end. */
  readonly handled: Set<number>;
}

const failures = followRun<Failures>(
  () => ({
    steps: [],
    listed: new Set(),
    around: new Set(),
    ofItems: new Map(),
    rounds: new Map(),
    handled: new Set(),
  }),
  (known, events, { activations }) => {
    for (const event of events) {
      if (event.type === 'task.started' || event.type === 'task.reused') begin(known, activations, event.activation);
      if (event.type === 'edge.taken' && roleOf(event.via) === 'error') known.handled.add(event.activation);
      if (event.type !== 'task.failed' && event.type !== 'task.progress') continue;
      const { activation } = event;
      const isNew = !known.around.has(activation) && !known.listed.has(activation);
      if (event.type === 'task.progress' && (event.failed === 0 || !isNew)) continue;
      if (isNew) known.steps.push(activation);
      known.listed.add(activation);
      markAround(known, activations, activation);
      const items = known.ofItems.get(event.taskId);
      if (items === undefined) {
        if (event.type === 'task.failed') known.rounds.get(event.taskId)?.failed.push(activation);
      } else if (collectionOf(activations, activation) === items.group) items.failed.push(activation);
    }
    return known;
  },
);

type Activations = RunView['activations'];

function begin({ ofItems, rounds }: Failures, activations: Activations, id: number): void {
  const group = collectionOf(activations, id);
  const step = activations.get(id);
  if (step === undefined) return;
  if (group !== null) {
    if (ofItems.get(step.taskId)?.group !== group) ofItems.set(step.taskId, { group, failed: [] });
    return;
  }
  const known = rounds.get(step.taskId) ?? { all: [], failed: [] };
  known.all.push(id);
  rounds.set(step.taskId, known);
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

/** Whether a run continued after a step had failed: by a handler of the step, or of what it ran in. */
export function isHandled(
  run: FollowedRun & Partial<Pick<ShownRun, 'moment'>>,
  { activation, parent }: ActivationView,
): boolean {
  if (failures(run).handled.has(activation)) return true;
  const { activations } = run.moment?.view ?? run.view;
  const around = parent === null ? undefined : activations.get(parent);
  return around !== undefined && (around.status === 'success' || isHandled(run, around));
}

/** Whether a step had failed, itself or for an item, in a state of its run. */
export function hasFailed({ activations }: RunView, id: number): boolean {
  const step = activations.get(id);
  return step !== undefined && (step.status === 'error' || (step.progress?.failed ?? 0) > 0);
}

/**
 * The activation that stands for a task on its card: the one that failed first, of those for items of one collection or of all rounds, where
 * one did; else the last one. A round that is under way comes before those that failed, and a last failure that the run did not continue after
 * before a first one that it did.
 */
export function cardActivation(run: ShownRun, taskId: string): ActivationView | undefined {
  const { tasks, activations } = viewOf(run);
  const { ofItems, rounds } = failures(run);
  const last = tasks.get(taskId);
  const items = ofItems.get(taskId);
  if (items === undefined && last?.endedAt === null) return last;
  const failed = (items ?? rounds.get(taskId))?.failed ?? [];
  const [first, latest] = [0, countFailed(run, taskId) - 1].map((at) => activations.get(failed[at] ?? -1));
  if (first?.status !== 'error') return last;
  return latest !== undefined && isHandled(run, first) && !isHandled(run, latest) ? latest : first;
}

/** For how many items of its collection, or in how many rounds, a task failed, at the instant that is shown. */
export function countFailed(run: ShownRun, taskId: string): number {
  const { ofItems, rounds } = failures(run);
  const failed = (ofItems.get(taskId) ?? rounds.get(taskId))?.failed ?? [];
  return countUntil(run, failed, (step) => step.status === 'error');
}

/** How often a task ran until the instant that is shown; 0 for one that runs for items, which its collection counts. */
export function countTimes(run: ShownRun, taskId: string): number {
  return countUntil(run, failures(run).rounds.get(taskId)?.all ?? [], (step) => step.status !== 'pending');
}

/** How many of a list of activations had come so far at the instant that is shown. They are in the order in which they did. */
function countUntil({ moment }: ShownRun, ids: readonly number[], isSoFar: (step: ActivationView) => boolean): number {
  if (moment === null) return ids.length;
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const step = moment.view.activations.get(ids[middle] ?? -1);
    if (step !== undefined && isSoFar(step)) low = middle + 1;
    else high = middle;
  }
  return low;
}
