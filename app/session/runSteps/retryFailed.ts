import { type ActivationView, planFailed, type RunPlan, type RunView } from '#engine/run';
import { startRun } from '../run/index.ts';
import { startInside } from '../run/runInside.ts';
import { notify } from '../store/notices.ts';
import type { ShownRun } from '../store/State.ts';
import { session } from '../store/store.ts';
import { type FollowedRun, followRun, viewOf } from '../store/viewOf.ts';
import { explainNoRetry } from './explainNoRetry.ts';

/**
 * The collection whose items a step tells of: itself, else the nearest around it; undefined where there is none.
 */
export function collectionOf(
  run: Pick<ShownRun, 'events' | 'view' | 'moment'>,
  activation: number,
): ActivationView | undefined {
  const { activations } = viewOf(run);
  const inside = stepsInside(run);
  for (let at = activations.get(activation); at !== undefined; at = activations.get(at.parent ?? -1))
    if (isCollection(at, inside(at.activation), activations)) return at;
  return undefined;
}

function isCollection(
  { effects }: ActivationView,
  steps: Iterable<number>,
  activations: RunView['activations'],
): boolean {
  for (const id of steps) if (activations.get(id)?.operation?.kind === 'item') return true;
  return effects.some(({ key }) => /\/item-\d+\.\d+$/.test(key));
}

/**
 * Starts the workflow again at the task that holds a collection; items that succeeded keep what they gave, and the others run. For a run inside
 * of another, the outermost one is started again up to it; for one on a server, in this browser: no server runs a part of a workflow.
 */
export async function retryFailed(collection: ActivationView): Promise<boolean> {
  const { shown: run } = session.getState().run;
  if (run === null || explainNoRetry(session.getState()) !== undefined) return false;
  const plan = planOf(run, collection);
  const isStarted = plan !== null && (await startRetry(run, plan));
  if (isStarted && run.server !== null)
    notify({ kind: 'info', message: 'The failed items run here, in this browser: servers run whole workflows only.' });
  return isStarted;
}

function startRetry(run: ShownRun, plan: RunPlan): Promise<boolean> {
  const { simulate } = run.view;
  return run.parent !== null && plan.from !== undefined
    ? startInside({ kind: 'from', taskId: plan.from.taskId, run, plan, simulate })
    : startRun(run.view.input, { path: run.path, plan, simulate });
}

function planOf(run: ShownRun, collection: ActivationView): RunPlan | null {
  return planFailed({ view: run.view, events: run.events.slice() }, collection, stepsInside(run));
}

const NONE: ReadonlySet<number> = new Set();

const inside = followRun<Map<number, Set<number>>>(
  () => new Map(),
  (known, events, { activations }) => {
    for (const event of events) {
      if (event.type !== 'task.queued' && event.type !== 'task.started') continue;
      const parent = activations.get(event.activation)?.parent ?? null;
      if (parent === null) continue;
      const steps = known.get(parent);
      if (steps === undefined) known.set(parent, new Set([event.activation]));
      else steps.add(event.activation);
    }
    return known;
  },
);

/** What ran directly inside each step of a run, in the order in which it came up. */
export function stepsInside(run: FollowedRun): (activation: number) => ReadonlySet<number> {
  const known = inside(run);
  return (activation) => known.get(activation) ?? NONE;
}

const rounds = followRun<Map<string, number>>(
  () => new Map(),
  (known, events, { activations }) => {
    for (const event of events) {
      if (event.type !== 'task.started') continue;
      const key = placeOf(activations.get(event.activation));
      known.set(key, (known.get(key) ?? 0) + 1);
    }
    return known;
  },
);

/** How often the task of a step ran at its place: in a loop, once for each round. */
export function countRounds(run: FollowedRun, step: ActivationView): number {
  return rounds(run).get(placeOf(step)) ?? 0;
}

function placeOf(step: ActivationView | undefined): string {
  return step === undefined ? '' : `${step.parent} ${step.operation?.index} ${step.taskId}`;
}
