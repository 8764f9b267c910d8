import { ActiveList, FewMap, type Json, type JsonObject, type Listed } from '../../base/index.ts';
import { configOf, type Task } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';
import type { PinKind } from '../contract/RunPlan.ts';
import type { TaskProgram } from '../program/TaskProgram.ts';
import type { Operation, TaskStatus } from '../trace/RunEvent.ts';
import type { Body } from './Body.ts';
import type { Release } from './Continuation.ts';
import type { CollectionExtras } from './EndedItems.ts';
import type { Arrival } from './Plan.ts';
import type { Lane, OwnRoots, Scope } from './Scope.ts';

/** Which part of an activation it is. */
export type PartName =
  | { readonly kind: 'item'; readonly index: number }
  | { readonly kind: 'batch'; readonly index: number };

/**
 * One run of one task. There is one for each step of a run, so what few of them need is made when first asked for. A
 * class, since V8 pretenures literals from hot sites; instances of a class begin in new space.
 */
export class Activation implements Listed<Activation> {
  readonly id: number;
  readonly lane: Lane;
  readonly operation: Operation | null;
  arrival: Arrival;
  /** Its whole input, where the user set one. */
  given: { readonly value: Json } | null = null;
  phase: 'held' | 'queued' | 'running' | 'settled' = 'held';
  /** True once it is part of an event. */
  isKnown = false;
  status: TaskStatus = 'pending';
  input: Json = null;
  output: Json = null;
  error: RunError | null = null;
  startedAt: number | null = null;
  endedAt: number | null = null;
  /** 1 for the first run; 0 before it. */
  attempt = 0;
  /** Effects asked for in this attempt. */
  step = 0;
  /** True once `on_start` led to another task. */
  hasForked = false;
  simulated = false;
  /** Set when it answers with a pin. */
  pinned: PinKind | null = null;
  env: JsonObject | null = null;
  /** What its type keeps during an attempt; null for types that keep nothing, and between attempts. */
  body: Body | null = null;
  /** Fields a collection adds to `tasks.<id>`. */
  extras: CollectionExtras | null = null;
  /** `tasks.<id>` as a value, once it can change no more. */
  state: JsonObject | null = null;
  isListed = false;
  before: Activation | null = null;
  after: Activation | null = null;
  /** Set in a part of an activation. */
  readonly name: PartName | null;
  private ownRoots: OwnRoots | null = null;
  private inFlight: InFlight | null = null;

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

  /** Which part of the activation this is, for keys of effects; empty for the whole. */
  get part(): string {
    return this.name === null ? '' : `${this.name.kind}-${this.name.index}.`;
  }

  /** Roots its type adds while it runs: `value`, `items`, … */
  get roots(): OwnRoots {
    this.ownRoots ??= new FewMap();
    return this.ownRoots;
  }

  set roots(roots: OwnRoots) {
    this.ownRoots = roots;
  }

  /** One of them; nothing is made where it has none. */
  rootAt(name: string): Json | undefined {
    return this.ownRoots?.get(name);
  }

  /** False while nothing is in the five below; each is made when first asked for. */
  get hasInFlight(): boolean {
    return this.inFlight !== null && !this.inFlight.isEmpty;
  }

  /** Keys of its calls, to be stopped with it; so are the others below. */
  get calls(): Set<string> {
    return this.open().calls;
  }

  /** Ids of its timers. */
  get timers(): Set<string> {
    return this.open().timers;
  }

  get scopes(): ActiveList<Scope> {
    return this.open().scopes;
  }

  /** Those of its parts that are not stopped. */
  get parts(): ActiveList<Activation> {
    return this.open().parts;
  }

  /** What else it waits for. */
  get releases(): Set<Release> {
    return this.open().releases;
  }

  private open(): InFlight {
    this.inFlight ??= new InFlight();
    return this.inFlight;
  }
}

/** What an activation may have in flight: mostly nothing, else mostly one kind. */
export class InFlight {
  private madeCalls: Set<string> | null = null;
  private madeTimers: Set<string> | null = null;
  private madeScopes: ActiveList<Scope> | null = null;
  private madeParts: ActiveList<Activation> | null = null;
  private madeReleases: Set<Release> | null = null;

  get isEmpty(): boolean {
    return (
      isNone(this.madeCalls) &&
      isNone(this.madeTimers) &&
      (this.madeScopes === null || this.madeScopes.isEmpty) &&
      (this.madeParts === null || this.madeParts.isEmpty) &&
      isNone(this.madeReleases)
    );
  }

  get calls(): Set<string> {
    this.madeCalls ??= new Set();
    return this.madeCalls;
  }

  get timers(): Set<string> {
    this.madeTimers ??= new Set();
    return this.madeTimers;
  }

  get scopes(): ActiveList<Scope> {
    this.madeScopes ??= new ActiveList();
    return this.madeScopes;
  }

  get parts(): ActiveList<Activation> {
    this.madeParts ??= new ActiveList();
    return this.madeParts;
  }

  get releases(): Set<Release> {
    this.madeReleases ??= new Set();
    return this.madeReleases;
  }
}

function isNone(set: Set<unknown> | null): boolean {
  return set === null || set.size === 0;
}

/** Whether a wait looks again and again, by `condition` or `use`, until what it waits for is there: it is no delay, and waits for no signal. */
export function asksAgain({ body, task }: Activation): boolean {
  return (
    body?.kind === 'wait' && body.options.signal === null && (configOf(task).condition != null || usesSomething(task))
  );
}

function usesSomething(task: Activation['task']): boolean {
  return 'use' in task && task.use !== null;
}
