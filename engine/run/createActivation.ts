import type { Json, JsonObject } from '../base/index.ts';
import type { Task } from '../model/index.ts';
import type { RunError } from './Effect.ts';
import { emit, refOf } from './emit.ts';
import { FewMap } from './FewMap.ts';
import { FewSet } from './FewSet.ts';
import type { Activation, Arrival, OwnRoots, Run, Scope } from './Run.ts';
import type { Operation, TaskStatus } from './RunEvent.ts';
import type { PinKind } from './RunPlan.ts';

/** An arrival at a task of a scope. */
export interface Entry {
  readonly target: string;
  readonly arrival: Arrival;
  /** Its whole input, in place of what its `with` and the arrival give. */
  readonly given?: { readonly value: Json };
}

/**
 * An activation while it lives. Instances of a class, unlike objects written out, are never made among what is old at
 * once: one that dies there would keep alive what it names until all of memory is gone through.
 */
class LiveActivation implements Activation {
  readonly id: number;
  readonly task: Task;
  readonly scope: Scope;
  readonly operation: Operation | null;
  arrival: Arrival;
  given: Activation['given'];
  phase: Activation['phase'] = 'held';
  isKnown = false;
  status: TaskStatus = 'pending';
  input: Json = null;
  output: Json = null;
  error: RunError | null = null;
  startedAt: number | null = null;
  endedAt: number | null = null;
  readonly part: string;
  attempt = 0;
  step = 0;
  hasForked = false;
  simulated = false;
  pinned: PinKind | null = null;
  env: JsonObject | null = null;
  readonly roots: OwnRoots;
  close: (() => Json) | null = null;
  extras: JsonObject | null = null;
  state: JsonObject | null = null;
  private underWay: UnderWay | null = null;

  constructor(of: Pick<Activation, 'id' | 'task' | 'scope' | 'operation' | 'arrival' | 'given' | 'part' | 'roots'>) {
    this.id = of.id;
    this.task = of.task;
    this.scope = of.scope;
    this.operation = of.operation;
    this.arrival = of.arrival;
    this.given = of.given;
    this.part = of.part;
    this.roots = of.roots;
  }

  get hasUnderWay(): boolean {
    return this.underWay !== null;
  }

  get calls(): FewSet<string> {
    return this.open().calls;
  }

  get timers(): FewSet<string> {
    return this.open().timers;
  }

  get scopes(): FewSet<Scope> {
    return this.open().scopes;
  }

  get parts(): FewSet<Activation> {
    return this.open().parts;
  }

  get releases(): FewSet<() => void> {
    return this.open().releases;
  }

  private open(): UnderWay {
    this.underWay ??= new UnderWay();
    return this.underWay;
  }
}

/** What may be under way for an activation; for most nothing ever is. */
class UnderWay {
  readonly calls = new FewSet<string>();
  readonly timers = new FewSet<string>();
  readonly scopes = new FewSet<Scope>();
  readonly parts = new FewSet<Activation>();
  readonly releases = new FewSet<() => void>();
}

/** Makes an activation that waits to be queued. The target must be a task of the scope's level. */
export function createActivation(run: Run, scope: Scope, entry: Entry): Activation {
  const task = scope.level.tasks.get(entry.target);
  if (task === undefined) throw new RangeError(`No task ${entry.target} in this scope`);
  run.lastActivation += 1;
  const activation = new LiveActivation({
    id: run.lastActivation,
    task,
    scope,
    operation: scope.operation ?? toSubtask(scope, entry.target),
    arrival: entry.arrival,
    given: entry.given ?? null,
    part: '',
    roots: new FewMap(),
  });
  scope.active.add(activation);
  return activation;
}

/**
 * A part of an activation that is stopped by itself: one item of a collection that runs the task's own `use`. It is the
 * same activation to events; calls, timers and scopes under way are its own, and stop with it.
 */
export function createPart(activation: Activation, name: string, roots: OwnRoots): Activation {
  const part = new LiveActivation({
    id: activation.id,
    task: activation.task,
    scope: activation.scope,
    operation: activation.operation,
    arrival: activation.arrival,
    given: activation.given,
    part: `${name}.`,
    roots,
  });
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
