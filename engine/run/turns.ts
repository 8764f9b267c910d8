import { announceQueued } from './createActivation.ts';
import { Queue } from './Queue.ts';
import type { Activation, Run } from './Run.ts';

/** Makes an activation live: it starts in its turn, one at a time for each task of a scope. */
export function enqueue(run: Run, activation: Activation): void {
  const { scope, task } = activation;
  activation.phase = 'queued';
  scope.live.set(task.id, (scope.live.get(task.id) ?? 0) + 1);
  scope.liveCount += 1;
  if (!scope.running.has(task.id)) {
    scope.running.set(task.id, activation);
    run.ready.push({ activation, work: 'start' });
    return;
  }
  const line = scope.waiting.get(task.id) ?? new Queue<Activation>();
  scope.waiting.set(task.id, line);
  line.push(activation);
  announceQueued(run, activation);
}

/** Takes a settled activation out of its scope and lets the next in line for its task start. */
export function leaveScope(run: Run, activation: Activation): void {
  const { scope, task } = activation;
  if (!scope.active.delete(activation)) return;
  const left = (scope.live.get(task.id) ?? 1) - 1;
  if (left === 0) scope.live.delete(task.id);
  else scope.live.set(task.id, left);
  scope.liveCount -= 1;
  // One that was cancelled in line has no turn to hand on.
  if (scope.running.get(task.id) !== activation) return;
  const line = scope.waiting.get(task.id);
  let next = line?.shift();
  while (next?.phase === 'settled') next = line?.shift();
  if (next === undefined) {
    scope.running.delete(task.id);
    return;
  }
  scope.running.set(task.id, next);
  run.ready.push({ activation: next, work: 'start' });
}
