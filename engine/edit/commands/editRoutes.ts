import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { pathOfExit, type RouteHolder, routeVia } from '../../model/index.ts';
import { findNode, renameKey } from '../../syntax/index.ts';
import type { Path, Refusal, Transaction } from '../../text/index.ts';
import { findTaskNode, readTaskNames } from '../find/findTaskNode.ts';
import { refuse, withTaskNames } from '../find/refuse.ts';
import { editFile, findSyntaxRefusal, hasEntry, removePath, setAt } from '../steps/editFile.ts';
import { moveEntry } from '../steps/moveEntry.ts';
import { findConnectionProblem } from './connectTasks.ts';

/** One entry of the routes of a decision, or of an error handler. */
export interface RouteName {
  readonly id: string;
  readonly key: string;
  /** Whose routes; the task's own when absent. */
  readonly of?: RouteHolder | undefined;
}

/** Adds a route at the end: routes are tried in order. Without a target it leads to `end`. */
export function addRoute(
  analysis: Analysis,
  { target = 'end', ...route }: RouteName & { readonly target?: string | undefined },
): Result<Transaction, Refusal> {
  const place = findRoutePlace(analysis, route);
  if (!place.ok) return place;
  if (hasEntry(analysis.syntax, place.value.path)) return refuseDuplicate(route.key);
  if (target !== 'end') {
    const { node, via } = place.value;
    const blocked = findConnectionProblem(analysis, { source: node, via, target });
    if (blocked) return blocked;
  }
  const written = readTaskNames(analysis).nameOf(target);
  return editFile(analysis, { origin: `addRoute:${route.id}.${route.key}`, steps: [setAt(place.value.path, written)] });
}

/** Removes a route; without routes left, `routes` goes too. */
export function removeRoute(analysis: Analysis, route: RouteName): Result<Transaction, Refusal> {
  const place = findRoute(analysis, route);
  if (!place.ok) return place;
  return editFile(analysis, { origin: `removeRoute:${route.id}.${route.key}`, steps: [removePath(place.value)] });
}

/** Gives a route another key; its place among the routes and what it holds stay. */
export function renameRoute(
  analysis: Analysis,
  { to, ...route }: RouteName & { readonly to: string },
): Result<Transaction, Refusal> {
  const place = findRoute(analysis, route);
  if (!place.ok) return place;
  const origin = `renameRoute:${route.id}.${route.key}`;
  if (to === route.key) return ok({ origin, changes: [] });
  if (to === '') return refuse('INVALID_KEY', route.key, 'A route needs a key: the value it matches.');
  if (hasEntry(analysis.syntax, [...place.value.slice(0, -1), to])) return refuseDuplicate(to);
  return editFile(analysis, { origin, steps: [(syntax) => renameKey(syntax, place.value, to)] });
}

function refuseDuplicate(key: string): ReturnType<typeof refuse> {
  return refuse('DUPLICATE_ROUTE', key, `There is already a route “${key}”. Choose another key.`);
}

function findRoutePlace(analysis: Analysis, { id, key, of = 'config' }: RouteName) {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const found = findTaskNode(analysis, id);
  if (!found.ok) return found;
  const via = routeVia(of, key);
  const path = pathOfExit(found.value.task, via);
  if (path) return ok({ node: found.value, via, path });
  return refuse('HANDLER_NOT_OF_TYPE', id, `A ${found.value.task.type} task has no routes. A decision has.`);
}

/** The path of a route in the text. Refused with `UNKNOWN_ROUTE`. */
export function findRoute(analysis: Analysis, route: RouteName): Result<Path, Refusal> {
  const place = findRoutePlace(analysis, route);
  if (!place.ok) return place;
  if (hasEntry(analysis.syntax, place.value.path)) return ok(place.value.path);
  return withTaskNames(analysis, refuse('UNKNOWN_ROUTE', route.key, `“${route.id}” has no route “${route.key}”.`));
}

/** Puts a route at another place among the routes, counted from 0 without itself: the first that matches is taken. */
export function moveRoute(
  analysis: Analysis,
  { index, ...route }: RouteName & { readonly index: number },
): Result<Transaction, Refusal> {
  const place = findRoute(analysis, route);
  if (!place.ok) return place;
  const routes = findNode(analysis.syntax, place.value.slice(0, -1));
  if (routes?.kind !== 'map' || !routes.entries.some(({ key }) => key === route.key)) {
    return withTaskNames(analysis, refuse('UNKNOWN_ROUTE', route.key, `“${route.id}” has no route “${route.key}”.`));
  }
  const path = [...place.value.slice(0, -1), route.key];
  return editFile(analysis, { origin: `moveRoute:${route.id}.${route.key}`, steps: [moveEntry(path, index)] });
}
