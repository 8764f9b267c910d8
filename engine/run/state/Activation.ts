import { type ActiveList, FewMap, type Json, type JsonObject, type Listed, Queue } from '../../base/index.ts';
import type { HandlerName, Task } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';
import type { PinKind } from '../contract/RunPlan.ts';
import type { TaskProgram } from '../program/TaskProgram.ts';
import type { Operation, TaskStatus } from '../trace/RunEvent.ts';
import type { CollectionOptions, SingleBody, WaitBody } from './attempts.ts';
import { type CollectionExtras, EndedItems } from './EndedItems.ts';
import { InFlight } from './InFlight.ts';
import type { Arrival } from './Plan.ts';
import type { LaneOf, OwnRoots, ScopeFailure, ScopeOf, ScopeOptionsOf } from './Scope.ts';
import type { StoreOf } from './Store.ts';

// Scopes, lanes and stores know no activation: they are containers of what they are told. Here it is said of what, since an activation leads to
// its scope, and what its type keeps leads back to it.

/** Where activations of one level live together, and why it was opened. */
export type Scope = ScopeOf<Activation, ScopeOwner>;
/** What a {@link Scope} is made of. */
export type ScopeOptions = ScopeOptionsOf<Activation, ScopeOwner>;
/** A task in a scope. */
export type Lane = LaneOf<Activation, ScopeOwner>;
/** Results that expressions read: the last activation of each task. */
export type Store = StoreOf<Activation>;
type ActivationInFlight = InFlight<Scope, Activation, Release>;

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
  private inFlight: ActivationInFlight | null = null;

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

  private open(): ActivationInFlight {
    this.inFlight ??= new InFlight();
    return this.inFlight;
  }
}

/** What an activation waits for besides calls, timers and scopes, as far as stopping it needs. */
export type Release = HeldRelease | ListenerRelease;

/** What is held while a run is paused: see `Held`. */
export interface HeldRelease {
  readonly kind: 'held';
  isStopped: boolean;
}

/** A wait for signals of a name: see `Listener`. */
export interface ListenerRelease {
  readonly kind: 'listener';
  readonly name: string;
}

/** What a run does next: a `Continuation`, of which a scope knows no more than that. */
export interface Next {
  readonly kind: string;
}

/** The purpose of a scope: it decides what its end leads to. */
export type ScopeOwner =
  | { readonly kind: 'run' }
  /** The targets of a hook, which is called and waited for. */
  | { readonly kind: 'hook'; readonly handler: HandlerName; readonly continuation: Next }
  | SequenceOwner
  | { readonly kind: 'operation'; readonly body: ParallelBody; readonly index: number };

/** Children that run in list order. */
export interface SequenceOwner {
  readonly kind: 'sequence';
  /** The item whose body they are; null in a composite. */
  readonly slot: ItemSlot | null;
  /** How many children are settled, and how many of them failed. */
  done: number;
  failed: number;
  /** Counts calls of `on_task_start` and `on_task_complete`. */
  calls: number;
}

/** The state that a task's type keeps during an attempt. */
export type Body = CollectionBody | ParallelBody | CompositeBody | SingleBody | WaitBody;

/** The batches of one attempt of a collection. */
export class CollectionBody {
  readonly kind = 'collection';
  readonly activation: Activation;
  readonly options: CollectionOptions;
  /** Items that have begun and are not merged, in their order: the first one is that of index `ended.count`. */
  readonly slots = new Queue<ItemSlot>();
  /** How the merged items ended, in order. */
  readonly ended = new EndedItems();
  /** What the merged items wrote, later ones over earlier ones: all up to the first that has not ended. */
  readonly written: Store;
  nextBatch = 0;
  done = 0;
  batchesDone = 0;
  failed = 0;
  /** An item failed and no other may begin; its hook may still run. */
  isStopping = false;
  isClosed = false;

  constructor(activation: Activation, options: CollectionOptions, written: Store) {
    this.activation = activation;
    this.options = options;
    this.written = written;
  }
}

/** Items of a collection that are run together. */
export interface Batch {
  readonly body: CollectionBody;
  readonly index: number;
  readonly items: readonly Json[];
  /** Of its items, once they are to begin. */
  slots: readonly ItemSlot[];
  /** Holds the batch's own timer. */
  readonly part: Activation;
  readonly startedAt: number;
  next: number;
  done: number;
}

/** The operations of one attempt of a parallel task. */
export interface ParallelBody {
  readonly kind: 'parallel';
  readonly activation: Activation;
  readonly atOnce: number;
  readonly failFast: boolean;
  operations: readonly OperationState[];
  next: number;
  done: number;
  /** Ended, with `on_operation_complete` not yet back. */
  completing: number;
  failed: number;
  firstFailure: ScopeFailure | null;
}

/** One child of a parallel task. */
export interface OperationState {
  readonly id: string;
  readonly index: number;
  readonly scope: Scope;
  readonly child: Activation;
  /** ms since the epoch; 0 until it begins. */
  startedAt: number;
}

/** The children of one attempt of a composite. */
export interface CompositeBody {
  readonly kind: 'composite';
  readonly scope: Scope;
}

/** One item of a collection, as far as it came. There are as many as items that have begun and are not merged. */
export class ItemSlot {
  readonly kind = 'item';
  readonly item: Json;
  /** Counts all items of the collection. */
  readonly index: number;
  readonly batch: Batch;
  status: TaskStatus = 'pending';
  output: Json = null;
  error: RunError | null = null;
  startedAt: number | null = null;
  endedAt: number | null = null;
  /** True once its last handler has returned too. */
  hasEnded = false;
  /** What it has in flight, created when it begins. */
  part: Activation | null = null;
  store: Store | null = null;

  constructor(batch: Batch, item: Json, index: number) {
    this.batch = batch;
    this.item = item;
    this.index = index;
  }

  /** From its start to its end, in ms; null unless it has both. */
  get duration(): number | null {
    return this.startedAt === null || this.endedAt === null ? null : this.endedAt - this.startedAt;
  }
}
