import type { Json } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import type { Operation } from '../trace/RunEvent.ts';
import { Activation, type Lane, type PartName, type Scope, type ScopeOptions } from './Activation.ts';
import { emit, refOf } from './emit.ts';
import type { Arrival } from './Plan.ts';
import type { Run } from './Run.ts';
import { type OwnRoots, ScopeOf } from './Scope.ts';

/** An arrival at a task of a scope. */
export interface TaskEntry {
  readonly target: string;
  readonly arrival: Arrival;
  /** Its whole input, in place of what its `with` and the arrival give. */
  readonly given?: { readonly value: Json };
}

/** Creates an activation that is not queued yet. */
export function createActivation(run: Run, lane: Lane, { arrival, given }: Omit<TaskEntry, 'target'>): Activation {
  const { scope } = lane;
  run.lastActivation += 1;
  const operation = scope.operation ?? toSubtask(lane);
  const activation = new Activation(run.lastActivation, lane, operation, arrival);
  activation.given = given ?? null;
  scope.active.add(activation);
  return activation;
}

/**
 * A part of an activation that is stopped separately: one item of a collection that runs the task's own `use`. It is the
 * same activation to events; calls, timers and scopes in flight are its own, and stop with it.
 */
export function createPart(activation: Activation, name: PartName, roots: OwnRoots): Activation {
  const { id, lane, operation, arrival } = activation;
  const part = new Activation(id, lane, operation, arrival, name);
  part.roots = roots;
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

function toSubtask({ scope, program }: Lane): Operation | null {
  return scope.container === null ? null : { kind: 'subtask', index: program.position };
}

/** Emits that an activation has to wait: behind another one, behind a limit, or for a join. */
export function announceQueued(run: Run, activation: Activation): void {
  const parent = activation.scope.container?.id ?? null;
  activation.isKnown = true;
  emit(run, { type: 'task.queued', ...refOf(activation), parent, operation: activation.operation });
}

/** An empty scope; it is stopped together with its container's attempt. */
export function createScope(options: ScopeOptions): Scope {
  const scope = new ScopeOf(options);
  options.container?.scopes.add(scope);
  return scope;
}

/** Why nothing may be nested inside this activation any deeper; null while it may. */
export function findDepthProblem(run: Run, container: Activation): RunError | null {
  const { depth } = run.program.workflow.limits;
  if (container.scope.depth < depth) return null;
  return runError(
    'LIMIT_ERROR',
    'limit.depth',
    `Containers and hook calls are nested more than ${depth} deep at task "${container.task.id}".`,
  );
}
