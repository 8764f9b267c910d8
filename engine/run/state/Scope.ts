import type { Json, Queue } from '../../base/index.ts';
import { ActiveList, createFewTable, createFullTable, type Listed, type Table } from '../../base/index.ts';
import type { HandlerName } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';
import type { Level } from '../program/Program.ts';
import type { TaskProgram } from '../program/TaskProgram.ts';
import type { Operation } from '../trace/RunEvent.ts';
import type { Activation } from './Activation.ts';
import type { ParallelBody } from './Body.ts';
import type { Continuation } from './Continuation.ts';
import type { ItemSlot } from './ItemSlot.ts';
import type { Store } from './Store.ts';

/** Roots that a place adds to what its expressions read. */
export interface Roots extends Iterable<readonly [string, Json]> {
  get(name: string): Json | undefined;
}

/** Roots that an activation's type may add to. */
export interface OwnRoots extends Roots {
  set(name: string, value: Json): this;
}

/** The first error of a scope that nothing handled, and whose it was. */
export interface ScopeFailure {
  readonly taskId: string;
  readonly error: RunError;
}

/** The purpose of a scope: it decides what its end leads to. */
export type ScopeOwner =
  | { readonly kind: 'run' }
  /** The targets of a hook, which is called and waited for. */
  | { readonly kind: 'hook'; readonly handler: HandlerName; readonly continuation: Continuation }
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

/** What a scope is made of; `container` is null for the top one. */
export interface ScopeOptions {
  readonly container: Activation | null;
  readonly level: Level;
  readonly store: Store;
  readonly owner: ScopeOwner;
  /** True where a failed child does not end the scope (`error_handling: continue`). */
  readonly continuesOnError?: boolean;
  /** None where it is absent. */
  readonly roots?: Roots;
  readonly operation: Operation | null;
}

const NO_ROOTS: Roots = new Map();

/** Where activations of one level live together: the run itself, a container's children, an item, a hook call. */
export class Scope implements Listed<Scope> {
  /** The activation whose part it is; null for the run itself. */
  readonly container: Activation | null;
  readonly depth: number;
  readonly level: Level;
  readonly store: Store;
  /** Roots it adds for what runs in it: `item`, `operation_id`, … */
  readonly roots: Roots;
  readonly operation: Operation | null;
  readonly owner: ScopeOwner;
  readonly continuesOnError: boolean;
  /** Queued, held and running activations, in order of arrival. */
  readonly active = new ActiveList<Activation>();
  /** How many of them are not held by a join. */
  liveCount = 0;
  /** Of the tasks that something arrived at, by their place in the level. */
  readonly lanes: Table<Lane>;
  /** Activations caused by transitions. */
  arrivals = 0;
  /** The first error nothing handled, and how many there were. */
  failure: ScopeFailure | null = null;
  failures = 0;
  isEnded = false;
  /** Among the scopes of its container. */
  isListed = false;
  before: Scope | null = null;
  after: Scope | null = null;
  private madeHeld: Map<string, Activation> | null = null;

  constructor({ container, level, store, roots, operation, owner, continuesOnError }: ScopeOptions) {
    this.container = container;
    this.depth = container === null ? 0 : container.scope.depth + 1;
    this.level = level;
    this.lanes = container === null ? createFullTable(level.order.length) : createFewTable();
    this.store = store;
    this.roots = roots ?? NO_ROOTS;
    this.operation = operation;
    this.owner = owner;
    this.continuesOnError = continuesOnError ?? false;
  }

  /** Held by `join: all`, by task id, in order of first arrival. */
  get held(): Map<string, Activation> {
    this.madeHeld ??= new Map();
    return this.madeHeld;
  }

  get hasHeld(): boolean {
    return this.madeHeld !== null && this.madeHeld.size > 0;
  }
}

/** A task in a scope: one of its activations runs at a time, the others are queued. */
export class Lane {
  readonly scope: Scope;
  readonly program: TaskProgram;
  /** The one at the head of the queue. */
  running: Activation | null = null;
  /** The last that was settled, in a sequence. */
  settled: Activation | null = null;
  /** The last that ended: what is read of the task while another one is under way. */
  ended: Activation | null = null;
  /** The one that a join holds, and an activation that can still reach it: as long as that is active, the join is not released. */
  held: Activation | null = null;
  blocker: Activation | null = null;
  /** Null until one had to wait. */
  waiting: Queue<Activation> | null = null;
  /** Activations caused by transitions. */
  arrivals = 0;

  constructor(scope: Scope, program: TaskProgram) {
    this.scope = scope;
    this.program = program;
  }
}
