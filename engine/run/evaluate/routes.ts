import type { Json } from '../../base/index.ts';
import type { Route } from '../../model/index.ts';
import type { Activation } from '../state/Activation.ts';
import { warn } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';
import { evaluateBare, frameOf, isMet } from './evaluate.ts';

/** Routes, and the value that picks one; `where` names their field in warnings. */
export interface RouteQuery {
  readonly routes: readonly Route[];
  readonly value: Json;
  /** Keys that match every value. */
  readonly catchAll: readonly string[];
  readonly where: string;
}

/**
 * The first route, in document order, that matches a value (format.md 5); null when none does. An entry with its own
 * `condition` matches when that is truthy, `value` being in scope; another when the value as text is its key. A
 * condition that cannot be evaluated for this value (`value > 5` of a text) is warned of, and does not match.
 */
export function findRoute(run: Run, activation: Activation, query: RouteQuery): Route | null {
  const text = toRouteText(query.value);
  for (const route of query.routes) {
    if (route.condition === null) {
      if (route.key === text || query.catchAll.includes(route.key)) return route;
      continue;
    }
    const frame = frameOf(run, activation, { roots: new Map([['value', query.value]]) });
    const where = `${query.where}.${route.key}.condition`;
    const met = evaluateBare(run, frame, { data: route.condition, where });
    if (!met.ok) warn(run, activation, { code: met.error.code, message: met.error.message, path: where });
    else if (isMet(met.value)) return route;
  }
  return null;
}

/** A value as the text of a route's key: `true`, `7`, `null`; a text is itself; lists and maps match none. */
function toRouteText(value: Json): string | null {
  return typeof value === 'object' && value !== null ? null : String(value);
}
