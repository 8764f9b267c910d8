import type { Task } from '../model/index.ts';
import { announceQueued } from './createActivation.ts';
import { Queue } from './Queue.ts';
import type { Activation, Lane, Run, Scope } from './Run.ts';

/** Makes an activation live: it starts in its turn, one at a time for each task of a scope. */
export function enqueue(run: Run, activation: Activation): void {
  const { scope, task } = activation;
  const lane = laneOf(scope, task);
  activation.phase = 'queued';
  scope.liveCount += 1;
  if (lane.running === null) {
    lane.running = activation;
    run.ready.push({ activation, work: 'start' });
    return;
  }
  lane.waiting ??= new Queue();
  lane.waiting.push(activation);
  announceQueued(run, activation);
}

/** Takes a settled activation out of its scope and lets the next in line for its task start. */
export function leaveScope(run: Run, activation: Activation): void {
  const { scope, task } = activation;
  if (!scope.active.delete(activation)) return;
  scope.liveCount -= 1;
  const lane = laneOf(scope, task);
  // One that was cancelled in line has no turn to hand on.
  if (lane.running !== activation) return;
  let next = lane.waiting?.shift();
  while (next?.phase === 'settled') next = lane.waiting?.shift();
  lane.running = next ?? null;
  if (next !== undefined) run.ready.push({ activation: next, work: 'start' });
}

/** The lane of a task in a scope, made by its first arrival. */
export function laneOf(scope: Scope, task: Task): Lane {
  const known = scope.lanes.get(task.id);
  if (known !== undefined) return known;
  const lane: Lane = { task, running: null, waiting: null, arrivals: 0 };
  scope.lanes.set(task.id, lane);
  return lane;
}
