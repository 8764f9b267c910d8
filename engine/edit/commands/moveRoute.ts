import type { Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { findNode } from '../../syntax/index.ts';
import type { Refusal, Transaction } from '../../text/index.ts';
import { refuse, withTaskNames } from '../find/refuse.ts';
import { editFile } from '../steps/editFile.ts';
import { moveEntry } from '../steps/moveEntry.ts';
import { findRoute, type RouteName } from './editRoutes.ts';

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
