import { layOver } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import { tasksLeadingTo } from '../program/Program.ts';
import type { Activation, Lane, Scope } from '../state/Activation.ts';
import { announceQueued, createActivation, type TaskEntry } from '../state/createActivation.ts';
import type { Run } from '../state/Run.ts';
import { failScope } from './cancel.ts';
import { enqueue, hold, laneAfter, laneAt, unhold } from './lanes.ts';

/** The first arrivals in a scope: a start, a child, an item's body, a hook's targets. */
export function enterScope(run: Run, scope: Scope, entries: readonly TaskEntry[]): void {
  for (const entry of entries) admit(run, scope, { entry, lane: laneAt(scope, entry.target) });
  releaseJoins(run, scope);
}

/** An arrival by a transition: counted against the scope's limits. Past them the scope fails and nothing arrives. */
export function arrive(run: Run, from: Activation, entry: TaskEntry): void {
  const { scope } = from;
  const lane = laneAfter(from, entry.target);
  const problem = findSiblingJump(scope, entry.target) ?? countArrival(run, scope, lane);
  if (problem === null) admit(run, scope, { entry, lane });
  else failScope(run, scope, { taskId: entry.target, error: problem });
}

interface Arriving {
  readonly entry: TaskEntry;
  readonly lane: Lane | undefined;
}

function admit(run: Run, scope: Scope, { entry, lane }: Arriving): void {
  if (lane === undefined) {
    const message = `There is no task "${entry.target}" to continue with here. Tasks here: ${scope.level.order.join(', ')}.`;
    failScope(run, scope, { taskId: entry.target, error: runError('REFERENCE_ERROR', 'reference.task', message) });
    return;
  }
  if (!lane.program.joinsAll) {
    enqueue(run, createActivation(run, lane, entry));
    return;
  }
  const { held } = lane;
  if (held !== null) {
    const { with: data, event, error } = entry.arrival;
    const merged = layOver(held.arrival.with, data);
    held.arrival = merged === data ? entry.arrival : { with: merged, event, error };
    return;
  }
  const activation = createActivation(run, lane, entry);
  hold(activation);
  announceQueued(run, activation);
}

/** Operations of a parallel task run side by side, so none leads to another (format.md 4). */
function findSiblingJump(scope: Scope, target: string): RunError | null {
  if (scope.operation?.kind !== 'operation') return null;
  const message = `Children of a parallel task cannot lead to each other, so "${target}" cannot be next here. Use end, or a composite.`;
  return runError('ROUTING_ERROR', 'parallel.sibling', message);
}

function countArrival(run: Run, scope: Scope, lane: Lane | undefined): RunError | null {
  // One more arrival at a join that is held is no separate activation.
  if (lane !== undefined && lane.held !== null) return null;
  const { perTask, perScope } = run.program.workflow.limits;
  scope.arrivals += 1;
  if (lane !== undefined) {
    lane.arrivals += 1;
    if (lane.arrivals > perTask) {
      const message = `Task "${lane.program.id}" was reached more than ${perTask} times. Give the loop a way out, or raise limits.per_task.`;
      return runError('LIMIT_ERROR', 'limit.per_task', message);
    }
  }
  if (scope.arrivals <= perScope) return null;
  const message = `More than ${perScope} transitions were taken. Give the loop a way out, or raise limits.per_scope.`;
  return runError('LIMIT_ERROR', 'limit.per_scope', message);
}

/** Releases the joins that nothing live can reach any more; ends a scope in which nothing is left. */
export function releaseJoins(run: Run, scope: Scope): void {
  if (scope.isEnded) return;
  for (let next = findFreeJoin(run, scope); next !== undefined; next = findFreeJoin(run, scope)) {
    unhold(next);
    enqueue(run, next);
  }
  if (scope.liveCount > 0) return;
  scope.isEnded = true;
  scope.container?.scopes.delete(scope);
  run.machine.endScope(run, scope);
}

/**
 * The first join that may run now, in order of arrival; but an inner one goes before the outer one it leads to, which
 * then waits for it, and runs once. Where each leads to the other, the first goes first.
 */
function findFreeJoin(run: Run, scope: Scope): Activation | undefined {
  if (!scope.hasHeld) return undefined;
  let first: Activation | undefined;
  let free: Activation[] | null = null;
  for (const held of scope.held.values()) {
    if (isReachable(run, held)) continue;
    // Every step asks, and mostly none is free.
    if (first === undefined) first = held;
    else {
      free ??= [first];
      free.push(held);
    }
  }
  if (free === null) return first;
  const leads = (from: Activation, to: Activation): boolean => tasksLeadingTo(run.program, to.task).has(from.task.id);
  return free.find((held) => !free.some((other) => leads(other, held) && !leads(held, other)));
}

/** Whether something active can still lead to a join. The activation found last time is tried first: of 1,000 branches the last. */
function isReachable(run: Run, { lane, scope, task }: Activation): boolean {
  if (lane.blocker !== null && isActive(lane.blocker)) return true;
  const leading = tasksLeadingTo(run.program, task);
  lane.blocker = scope.active.find((other) => isActive(other) && leading.has(other.program.id));
  return lane.blocker !== null;
}

function isActive({ isListed, phase }: Activation): boolean {
  return isListed && phase !== 'held';
}
