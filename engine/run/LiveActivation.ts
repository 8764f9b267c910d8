import type { Json, JsonObject } from '../base/index.ts';
import type { Task } from '../model/index.ts';
import { ActiveList } from './ActiveList.ts';
import type { RunError } from './Effect.ts';
import { FewMap } from './FewMap.ts';
import { FewSet } from './FewSet.ts';
import type { Activation, Arrival, Lane, OwnRoots, Scope } from './Run.ts';
import type { Operation, TaskStatus } from './RunEvent.ts';
import type { PinKind } from './RunPlan.ts';
import type { TaskProgram } from './TaskProgram.ts';

/** Which part of an activation it is. */
export interface PartName {
  readonly kind: 'item' | 'batch';
  readonly index: number;
}

/**
 * An activation while it lives. Instances of a class, unlike objects written out, are never made among what is old at
 * once: one that dies there would keep alive what it names until all of memory is gone through. There is one for each step
 * of a run, so what few of them need is made when first asked for.
 */
export class LiveActivation implements Activation {
  readonly id: number;
  readonly lane: Lane;
  readonly operation: Operation | null;
  arrival: Arrival;
  given: Activation['given'] = null;
  phase: Activation['phase'] = 'held';
  isKnown = false;
  status: TaskStatus = 'pending';
  input: Json = null;
  output: Json = null;
  error: RunError | null = null;
  startedAt: number | null = null;
  endedAt: number | null = null;
  attempt = 0;
  step = 0;
  hasForked = false;
  simulated = false;
  pinned: PinKind | null = null;
  env: JsonObject | null = null;
  close: (() => Json) | null = null;
  extras: Activation['extras'] = null;
  state: JsonObject | null = null;
  isListed = false;
  before: Activation | null = null;
  after: Activation | null = null;
  private readonly name: PartName | null;
  private ownRoots: OwnRoots | null = null;
  private underWay: UnderWay | null = null;

  constructor(id: number, lane: Lane, operation: Operation | null, arrival: Arrival, name: PartName | null = null) {
    this.id = id;
    this.lane = lane;
    this.operation = operation;
    this.arrival = arrival;
    this.name = name;
  }

  get program(): TaskProgram {
    return this.lane.program;
  }

  get task(): Task {
    return this.lane.program.task;
  }

  get scope(): Scope {
    return this.lane.scope;
  }

  get part(): string {
    return this.name === null ? '' : `${this.name.kind}-${this.name.index}.`;
  }

  get roots(): OwnRoots {
    this.ownRoots ??= new FewMap();
    return this.ownRoots;
  }

  set roots(roots: OwnRoots) {
    this.ownRoots = roots;
  }

  get hasUnderWay(): boolean {
    return this.underWay !== null && !this.underWay.isEmpty;
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

  get parts(): ActiveList<Activation> {
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

/** What may be under way for an activation; for most nothing ever is, and for others mostly one kind. */
class UnderWay {
  private madeCalls: FewSet<string> | null = null;
  private madeTimers: FewSet<string> | null = null;
  private madeScopes: FewSet<Scope> | null = null;
  private madeParts: ActiveList<Activation> | null = null;
  private madeReleases: FewSet<() => void> | null = null;

  get isEmpty(): boolean {
    return (
      isNone(this.madeCalls) &&
      isNone(this.madeTimers) &&
      isNone(this.madeScopes) &&
      (this.madeParts === null || this.madeParts.isEmpty) &&
      isNone(this.madeReleases)
    );
  }

  get calls(): FewSet<string> {
    this.madeCalls ??= new FewSet();
    return this.madeCalls;
  }

  get timers(): FewSet<string> {
    this.madeTimers ??= new FewSet();
    return this.madeTimers;
  }

  get scopes(): FewSet<Scope> {
    this.madeScopes ??= new FewSet();
    return this.madeScopes;
  }

  get parts(): ActiveList<Activation> {
    this.madeParts ??= new ActiveList();
    return this.madeParts;
  }

  get releases(): FewSet<() => void> {
    this.madeReleases ??= new FewSet();
    return this.madeReleases;
  }
}

function isNone(set: FewSet<unknown> | null): boolean {
  return set === null || set.size === 0;
}
