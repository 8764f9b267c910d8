import type { Json } from '../base/index.ts';
import { emit, refOf } from './emit.ts';
import { LiveActivation, type PartName } from './LiveActivation.ts';
import type { Activation, Arrival, OwnRoots, Run, Scope } from './Run.ts';
import type { Operation } from './RunEvent.ts';

/** An arrival at a task of a scope. */
export interface Entry {
  readonly target: string;
  readonly arrival: Arrival;
  /** Its whole input, in place of what its `with` and the arrival give. */
  readonly given?: { readonly value: Json };
}

/** Makes an activation that waits to be queued. The target must be a task of the scope's level. */
export function createActivation(run: Run, scope: Scope, entry: Entry): Activation {
  const task = scope.level.tasks.get(entry.target);
  if (task === undefined) throw new RangeError(`No task ${entry.target} in this scope`);
  run.lastActivation += 1;
  const operation = scope.operation ?? toSubtask(scope, entry.target);
  const activation = new LiveActivation(run.lastActivation, task, scope, operation, entry.arrival);
  activation.given = entry.given ?? null;
  scope.active.add(activation);
  return activation;
}

/**
 * A part of an activation that is stopped by itself: one item of a collection that runs the task's own `use`. It is the
 * same activation to events; calls, timers and scopes under way are its own, and stop with it.
 */
export function createPart(activation: Activation, name: PartName, roots: OwnRoots): Activation {
  const { id, task, scope, operation, arrival } = activation;
  const part = new LiveActivation(id, task, scope, operation, arrival, { name, roots });
  part.given = activation.given;
  part.phase = activation.phase;
  part.isKnown = activation.isKnown;
  part.status = activation.status;
  part.input = activation.input;
  part.output = activation.output;
  part.error = activation.error;
  part.startedAt = activation.startedAt;
  part.endedAt = activation.endedAt;
  part.attempt = activation.attempt;
  part.hasForked = activation.hasForked;
  part.pinned = activation.pinned;
  part.env = activation.env;
  part.extras = activation.extras;
  part.state = activation.state;
  activation.parts.add(part);
  return part;
}

function toSubtask(scope: Scope, id: string): Operation | null {
  return scope.container === null ? null : { kind: 'subtask', index: scope.level.positions.get(id) ?? 0 };
}

/** Says that an activation has to wait: behind another one, behind a limit, or for a join. */
export function announceQueued(run: Run, activation: Activation): void {
  const parent = activation.scope.container?.id ?? null;
  activation.isKnown = true;
  emit(run, { type: 'task.queued', ...refOf(activation), parent, operation: activation.operation });
}
