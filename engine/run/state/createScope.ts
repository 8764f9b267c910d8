import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import type { Activation, Scope, ScopeOptions } from './Activation.ts';
import type { Run } from './Run.ts';
import { ScopeOf } from './Scope.ts';

/** An empty scope; it is stopped together with its container's attempt. */
export function createScope(options: ScopeOptions): Scope {
  const scope = new ScopeOf(options);
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
