import type { Json } from '../../base/index.ts';
import { type EdgeVia, type Handler, type Route, routeVia, type Target } from '../../model/index.ts';
import { errorToJson } from '../contract/errors.ts';
import type { Activation } from '../state/Activation.ts';
import { warn } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';
import { evaluateBare, frameOf, isMet } from './evaluate.ts';
import { findRoute } from './routes.ts';

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
