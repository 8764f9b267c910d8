import type { Json, Queue } from '../../base/index.ts';
import { ActiveList, createFewTable, createFullTable, type Listed, type Table } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';
import type { Level } from '../program/Program.ts';
import type { TaskProgram } from '../program/TaskProgram.ts';
import type { Operation } from '../trace/RunEvent.ts';
import type { StoreOf } from './Store.ts';

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

/** What a scope has to know of those that live in it. */
interface Placed<Member> extends Listed<Member> {
  readonly scope: { readonly depth: number };
}

/** What a scope is made of; `container` is null for the top one. */
export interface ScopeOptionsOf<Member, Owner> {
  readonly container: Member | null;
  readonly level: Level;
  readonly store: StoreOf<Member>;
  readonly owner: Owner;
  /** True where a failed child does not end the scope (`error_handling: continue`). */
  readonly continuesOnError?: boolean;
  /** None where it is absent. */
  readonly roots?: Roots;
  readonly operation: Operation | null;
}

const NO_ROOTS: Roots = new Map();

/** Where activations of one level live together: the run itself, a container's children, an item, a hook call. */
export class ScopeOf<Member extends Placed<Member>, Owner> implements Listed<ScopeOf<Member, Owner>> {
  /** The activation whose part it is; null for the run itself. */
  readonly container: Member | null;
  readonly depth: number;
  readonly level: Level;
  readonly store: StoreOf<Member>;
  /** Roots it adds for what runs in it: `item`, `operation_id`, … */
  readonly roots: Roots;
  readonly operation: Operation | null;
  readonly owner: Owner;
  readonly continuesOnError: boolean;
  /** Queued, held and running activations, in order of arrival. */
  readonly active = new ActiveList<Member>();
  /** How many of them are not held by a join. */
  liveCount = 0;
  /** Of the tasks that something arrived at, by their place in the level. */
  readonly lanes: Table<LaneOf<Member, Owner>>;
  /** Activations caused by transitions. */
  arrivals = 0;
  /** The first error nothing handled, and how many there were. */
  failure: ScopeFailure | null = null;
  failures = 0;
  isEnded = false;
  /** Among the scopes of its container. */
  isListed = false;
  before: ScopeOf<Member, Owner> | null = null;
  after: ScopeOf<Member, Owner> | null = null;
  private madeHeld: Map<string, Member> | null = null;

  constructor({ container, level, store, roots, operation, owner, continuesOnError }: ScopeOptionsOf<Member, Owner>) {
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
  get held(): Map<string, Member> {
    this.madeHeld ??= new Map();
    return this.madeHeld;
  }

  get hasHeld(): boolean {
    return this.madeHeld !== null && this.madeHeld.size > 0;
  }
}

/** A task in a scope: one of its activations runs at a time, the others are queued. */
export class LaneOf<Member extends Placed<Member>, Owner> {
  readonly scope: ScopeOf<Member, Owner>;
  readonly program: TaskProgram;
  /** The one at the head of the queue. */
  running: Member | null = null;
  /** The last that was settled, in a sequence. */
  settled: Member | null = null;
  /** The last that ended: what is read of the task while another one is under way. */
  ended: Member | null = null;
  /** The one that a join holds, and an activation that can still reach it: as long as that is active, the join is not released. */
  held: Member | null = null;
  blocker: Member | null = null;
  /** Null until one had to wait. */
  waiting: Queue<Member> | null = null;
  /** Activations caused by transitions. */
  arrivals = 0;

  constructor(scope: ScopeOf<Member, Owner>, program: TaskProgram) {
    this.scope = scope;
    this.program = program;
  }
}
