import type { Json } from '../../base/index.ts';
import { type EdgeVia, type Handler, type Route, routeVia, type Target } from '../../model/index.ts';
import { errorToJson } from '../contract/errors.ts';
import type { Activation } from '../state/Activation.ts';
import { warn } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';
import { evaluateBare, frameOf, isMet } from './evaluate.ts';

/**
 * Where `on_error` leads after the last attempt (format.md 6); null when it does not handle the error. In this order:
 * `routes` by the value of `condition`, or by the error's code without one, keys `default` and `*` matching all;
 * without routes `condition` as a guard; then `next`. The activation's error must be set.
 */
export function chooseErrorTarget(
  run: Run,
  activation: Activation,
  handler: Handler,
): { via: EdgeVia; target: Target } | null {
  const frame = frameOf(run, activation, { roots: new Map([['error', errorToJson(activation.error)]]) });
  const condition =
    handler.condition === null
      ? null
      : evaluateBare(run, frame, { data: handler.condition, where: 'on_error.condition' });
  if (condition !== null && !condition.ok) {
    // The first error is the one to report: a broken condition is a warning next to it, and matches nothing.
    warn(run, activation, { code: condition.error.code, message: condition.error.message, path: 'on_error.condition' });
    return null;
  }
  if (handler.routes === null) {
    if (condition !== null && !isMet(condition.value)) return null;
  } else {
    const value = condition === null ? (activation.error?.code ?? null) : condition.value;
    activation.roots.set('value', value);
    const route = chooseRoute(run, activation, { routes: handler.routes, value });
    if (route !== null) return { via: routeVia('on_error', route.key), target: route };
  }
  return handler.next.length === 0 ? null : { via: 'on_error', target: handler };
}

function chooseRoute(run: Run, activation: Activation, among: { routes: readonly Route[]; value: Json }): Route | null {
  const found = findRoute(run, activation, { ...among, catchAll: ['default', '*'], where: 'on_error.routes' });
  return found !== null && found.next.length > 0 ? found : null;
}

/** Routes, and the value that picks one; `where` names their field in warnings. */
interface RouteQuery {
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
