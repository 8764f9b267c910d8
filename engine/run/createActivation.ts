import type { Json } from '../base/index.ts';
import { emit, refOf } from './emit.ts';
import { FewMap } from './FewMap.ts';
import { FewSet } from './FewSet.ts';
import type { Activation, Arrival, Run, Scope } from './Run.ts';
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
  const activation: Activation = {
    id: run.lastActivation,
    task,
    scope,
    operation: scope.operation ?? toSubtask(scope, entry.target),
    arrival: entry.arrival,
    given: entry.given ?? null,
    phase: 'held',
    isKnown: false,
    status: 'pending',
    input: null,
    output: null,
    error: null,
    startedAt: null,
    endedAt: null,
    part: '',
    attempt: 0,
    step: 0,
    hasForked: false,
    simulated: false,
    pinned: null,
    env: null,
    roots: new FewMap(),
    calls: new FewSet(),
    timers: new FewSet(),
    scopes: new FewSet(),
    parts: new FewSet(),
    releases: new FewSet(),
    close: null,
    extras: null,
    state: null,
  };
  scope.active.add(activation);
  return activation;
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
