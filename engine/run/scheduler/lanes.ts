import { Queue } from '../../base/index.ts';
import type { TaskProgram } from '../program/TaskProgram.ts';
import type { Activation, Lane, Scope } from '../state/Activation.ts';
import { announceQueued } from '../state/createActivation.ts';
import { Job } from '../state/Job.ts';
import type { Run } from '../state/Run.ts';
import { LaneOf } from '../state/Scope.ts';

/** Queues an activation: one at a time runs for each task of a scope. */
export function enqueue(run: Run, activation: Activation): void {
  const { lane } = activation;
  activation.phase = 'queued';
  lane.scope.liveCount += 1;
  if (lane.running === null) {
    lane.running = activation;
    run.ready.push(new Job(activation, 'start'));
    return;
  }
  lane.waiting ??= new Queue();
  lane.waiting.push(activation);
  announceQueued(run, activation);
}

/** Holds an activation until nothing live can reach its join any more. */
export function hold(activation: Activation): void {
  const { lane, program } = activation;
  lane.held = activation;
  lane.scope.held.set(program.id, activation);
}

/** Takes an activation out of those that are held, when its join is released or it is cancelled. */
export function unhold({ lane, program }: Activation): void {
  lane.held = null;
  lane.blocker = null;
  lane.scope.held.delete(program.id);
}

/** Takes a settled activation out of its scope and starts the next in the queue of its task. */
export function leaveScope(run: Run, activation: Activation): void {
  const { lane, scope } = activation;
  if (!scope.active.delete(activation)) return;
  scope.liveCount -= 1;
  // One that was cancelled in the queue was not running: nothing follows it.
  if (lane.running !== activation) return;
  let next = lane.waiting?.shift();
  while (next?.phase === 'settled') next = lane.waiting?.shift();
  lane.running = next ?? null;
  if (next !== undefined) run.ready.push(new Job(next, 'start'));
}

/** The lane of the task with this id, made by its first arrival; undefined where the scope has no such task. */
export function laneAt(scope: Scope, id: string): Lane | undefined {
  const program = scope.level.tasks.get(id);
  return program === undefined ? undefined : laneOf(scope, program);
}

/** As {@link laneAt}, of the task that a transition leads to: mostly the one that it led to before. */
export function laneAfter({ program: from, scope }: Activation, id: string): Lane | undefined {
  if (from.lastTarget?.id === id) return laneOf(scope, from.lastTarget);
  const program = scope.level.tasks.get(id);
  if (program === undefined) return undefined;
  from.lastTarget = program;
  return laneOf(scope, program);
}

function laneOf(scope: Scope, program: TaskProgram): Lane {
  const known = scope.lanes.get(program.position);
  if (known !== undefined) return known;
  const lane = new LaneOf(scope, program);
  scope.lanes.set(program.position, lane);
  return lane;
}
