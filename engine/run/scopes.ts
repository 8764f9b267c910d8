import type { Json } from '../base/index.ts';
import { stopCalls } from './calls.ts';
import type { RunError } from './Effect.ts';
import { emit, refOf } from './emit.ts';
import { runError } from './errors.ts';
import { type Level, tasksLeadingTo } from './Program.ts';
import { Queue } from './Queue.ts';
import type { Activation, Arrival, Run, Scope, ScopeOwner, Store } from './Run.ts';
import type { Operation } from './RunEvent.ts';

/** An arrival at a task of a scope. */
export interface Entry {
  readonly target: string;
  readonly arrival: Arrival;
}

export interface ScopeOptions {
  readonly container: Activation | null;
  readonly level: Level;
  readonly store: Store;
  readonly owner: ScopeOwner;
  readonly roots?: ReadonlyMap<string, Json>;
  readonly operation?: Operation;
}

/** An empty scope; it is stopped together with its container's attempt. */
export function createScope(options: ScopeOptions): Scope {
  const { container, level, store, owner } = options;
  const scope: Scope = {
    container,
    depth: container === null ? 0 : container.scope.depth + 1,
    level,
    store,
    roots: options.roots ?? new Map(),
    operation: options.operation ?? null,
    owner,
    active: new Set(),
    live: new Map(),
    liveCount: 0,
    running: new Map(),
    waiting: new Map(),
    held: new Map(),
    counts: new Map(),
    total: 0,
    failure: null,
    isEnded: false,
  };
  container?.scopes.add(scope);
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

/** The first arrivals in a scope: a start, a child, an item's body, a hook's targets. */
export function enterScope(run: Run, scope: Scope, entries: readonly Entry[]): void {
  for (const entry of entries) admit(run, scope, entry);
  releaseJoins(run, scope);
}

/** An arrival by a transition: counted against the scope's limits. Past them the scope fails and nothing arrives. */
export function arrive(run: Run, scope: Scope, entry: Entry): void {
  const problem = findSiblingJump(scope, entry.target) ?? countArrival(run, scope, entry.target);
  if (problem !== null) {
    failScope(run, scope, { taskId: entry.target, error: problem });
    return;
  }
  admit(run, scope, entry);
}

function admit(run: Run, scope: Scope, entry: Entry): void {
  const task = scope.level.tasks.get(entry.target);
  if (task === undefined) {
    const message = `There is no task "${entry.target}" to go on with here. Tasks here: ${scope.level.order.join(', ')}.`;
    failScope(run, scope, { taskId: entry.target, error: runError('REFERENCE_ERROR', 'reference.task', message) });
    return;
  }
  if (task.join !== 'all') {
    enqueue(run, createActivation(run, scope, entry));
    return;
  }
  const held = scope.held.get(entry.target);
  if (held !== undefined) {
    held.arrival = { ...entry.arrival, with: { ...held.arrival.with, ...entry.arrival.with } };
    return;
  }
  const activation = createActivation(run, scope, entry);
  scope.held.set(entry.target, activation);
  announceQueued(run, activation);
}

/** Operations of a parallel task run beside each other, so none leads to another (format.md 4). */
function findSiblingJump(scope: Scope, target: string): RunError | null {
  if (scope.operation?.kind !== 'operation') return null;
  const message = `Children of a parallel task cannot lead to each other, so "${target}" cannot be next here. Use end, or a composite.`;
  return runError('ROUTING_ERROR', 'parallel.sibling', message);
}

function countArrival(run: Run, scope: Scope, target: string): RunError | null {
  const { perTask, perScope } = run.program.workflow.limits;
  const count = (scope.counts.get(target) ?? 0) + 1;
  scope.counts.set(target, count);
  scope.total += 1;
  if (count > perTask) {
    return runError(
      'LIMIT_ERROR',
      'limit.per_task',
      `Task "${target}" was reached more than ${perTask} times. Give the loop a way out, or raise limits.per_task.`,
    );
  }
  if (scope.total > perScope) {
    return runError(
      'LIMIT_ERROR',
      'limit.per_scope',
      `More than ${perScope} transitions were taken. Give the loop a way out, or raise limits.per_scope.`,
    );
  }
  return null;
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
    env: null,
    roots: new Map(),
    calls: new Set(),
    timers: new Set(),
    scopes: new Set(),
    releases: new Set(),
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

/** Lets go the joins that nothing live can reach any more, in order of arrival; ends a scope in which nothing is left. */
export function releaseJoins(run: Run, scope: Scope): void {
  if (scope.isEnded) return;
  for (const [id, activation] of scope.held) {
    const leading = tasksLeadingTo(run.program, activation.task);
    if ([...scope.live.keys()].some((live) => leading.has(live))) continue;
    scope.held.delete(id);
    enqueue(run, activation);
  }
  if (scope.liveCount > 0) return;
  scope.isEnded = true;
  scope.container?.scopes.delete(scope);
  scope.owner.onEnd(scope);
}

/** Marks a scope as failed, by its first error only, and cancels what is live in it; what comes after still runs. */
export function failScope(
  run: Run,
  scope: Scope,
  failure: { readonly taskId: string; readonly error: RunError },
): void {
  if (scope.failure !== null) return;
  scope.failure = failure;
  for (const activation of scope.active) if (activation.phase !== 'settled') cancelActivation(run, activation);
}

/** Cancels everything in a scope; its owner hears nothing more. */
export function cancelScope(run: Run, scope: Scope): void {
  if (scope.isEnded) return;
  scope.isEnded = true;
  scope.container?.scopes.delete(scope);
  for (const activation of scope.active) if (activation.phase !== 'settled') cancelActivation(run, activation);
}

function cancelActivation(run: Run, activation: Activation): void {
  const { scope, task } = activation;
  stopActivation(run, activation);
  activation.close?.();
  activation.status = 'cancelled';
  activation.endedAt = run.now;
  if (activation.phase === 'held') {
    scope.held.delete(task.id);
    scope.active.delete(activation);
  }
  const isLive = activation.phase !== 'held';
  activation.phase = 'settled';
  if (activation.isKnown) {
    scope.store.tasks.set(task.id, activation);
    emit(run, { type: 'task.cancelled', ...refOf(activation), duration: run.now - (activation.startedAt ?? run.now) });
  }
  if (isLive) leaveScope(run, activation);
}

/** Stops what an activation has under way: calls, timers, scopes. Its own status is left to the caller. */
export function stopActivation(run: Run, activation: Activation): void {
  stopCalls(run, activation);
  for (const scope of activation.scopes) cancelScope(run, scope);
  for (const release of activation.releases) release();
  activation.releases.clear();
}

/**
 * A part of an activation that is stopped by itself: one item of a collection that runs the task's own `use`. It is the
 * same activation to events; calls, timers and scopes under way are its own.
 */
export function createPart(run: Run, activation: Activation, name: string): Activation {
  const part: Activation = {
    ...activation,
    part: `${name}.`,
    step: 0,
    simulated: false,
    roots: new Map(),
    calls: new Set(),
    timers: new Set(),
    scopes: new Set(),
    releases: new Set(),
    close: null,
  };
  activation.releases.add(() => stopActivation(run, part));
  return part;
}
