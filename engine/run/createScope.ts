import { ActiveList } from './ActiveList.ts';
import type { RunError } from './Effect.ts';
import { runError } from './errors.ts';
import type { Level } from './Program.ts';
import type { Activation, Lane, Roots, Run, Scope, ScopeFailure, ScopeOwner, Store } from './Run.ts';
import type { Operation } from './RunEvent.ts';
import { createFewTable, createFullTable, type Table } from './Table.ts';

const NO_ROOTS: Roots = new Map();

/** What a scope is made of; `container` is null for the top one. */
export interface ScopeOptions {
  readonly container: Activation | null;
  readonly level: Level;
  readonly store: Store;
  readonly owner: ScopeOwner;
  /** None where it is absent. */
  readonly roots?: Roots;
  readonly operation: Operation | null;
}

/** A scope while it lives; an instance of a class, for the reason that activations are. */
class LiveScope implements Scope {
  readonly container: Activation | null;
  readonly depth: number;
  readonly level: Level;
  readonly store: Store;
  readonly roots: Roots;
  readonly operation: Operation | null;
  readonly owner: ScopeOwner;
  readonly active = new ActiveList<Activation>();
  liveCount = 0;
  readonly lanes: Table<Lane>;
  arrivals = 0;
  failure: ScopeFailure | null = null;
  isEnded = false;
  private madeHeld: Map<string, Activation> | null = null;

  constructor({ container, level, store, roots, operation, owner }: ScopeOptions) {
    this.container = container;
    this.depth = container === null ? 0 : container.scope.depth + 1;
    this.level = level;
    this.lanes = container === null ? createFullTable(level.order.length) : createFewTable();
    this.store = store;
    this.roots = roots ?? NO_ROOTS;
    this.operation = operation;
    this.owner = owner;
  }

  get held(): Map<string, Activation> {
    this.madeHeld ??= new Map();
    return this.madeHeld;
  }

  get hasHeld(): boolean {
    return this.madeHeld !== null && this.madeHeld.size > 0;
  }
}

/** An empty scope; it is stopped together with its container's attempt. */
export function createScope(options: ScopeOptions): Scope {
  const scope = new LiveScope(options);
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
