import type { Json } from '../base/index.ts';
import type { RunError } from './Effect.ts';
import { runError } from './errors.ts';
import { FewMap } from './FewMap.ts';
import { FewSet } from './FewSet.ts';
import type { Level } from './Program.ts';
import type { Activation, Run, Scope, ScopeOwner, Store } from './Run.ts';
import type { Operation } from './RunEvent.ts';

const NO_ROOTS: ReadonlyMap<string, Json> = new Map();

/** What a scope is made of; `container` is null for the top one. */
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
    roots: options.roots ?? NO_ROOTS,
    operation: options.operation ?? null,
    owner,
    active: new FewSet(),
    live: new FewMap(),
    liveCount: 0,
    running: new FewMap(),
    waiting: new FewMap(),
    held: new FewMap(),
    counts: new FewMap(),
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
