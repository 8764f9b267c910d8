import type { ActivationView } from '#engine/run';
import { type FollowedRun, followRun } from '../store/followRun.ts';

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
