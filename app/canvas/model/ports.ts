import type { ExitName } from '#engine/edit';
import {
  configOf,
  type EdgeVia,
  type HandlerName,
  isHandlerName,
  parseVia,
  roleOf,
  type Task,
  traitsOf,
} from '#engine/model';

/** The port on the main line of a task. Success and list order leave there; of a decision, new routes. */
export const MAIN_PORT = 'main';

/** The port lines arrive at. */
export const ENTRY_PORT = 'in';

/** Names a port: the main one, that of a route, or a handler that leaves aside of both. */
export type PortId = typeof MAIN_PORT | HandlerName | RoutePort;

/** The port of one route of a decision, or of what is taken otherwise: named as the exit. */
export type RoutePort = `routes.${string}` | 'default';

/** The port a line leaves by. Routes of a decision have a port each, those of an error share the port of the error. */
export function portOf(via: EdgeVia): PortId {
  if (isRoutePort(via)) return via;
  const exit = parseVia(via);
  const role = roleOf(via);
  if (role === 'success' || role === 'route' || role === 'sequence') return MAIN_PORT;
  return exit.kind === 'handler' ? exit.name : 'on_error';
}

/** The port of those a card has that a line leaves by: the main one for routes that have none. */
export function findPort<T extends { readonly id: string }>(ports: readonly T[], via: EdgeVia): T | undefined {
  const id = portOf(via);
  return (
    ports.find((port) => port.id === id) ?? (isRoutePort(id) ? ports.find((port) => port.id === MAIN_PORT) : undefined)
  );
}

/** What a wire drawn from a port connects: the main port of a task with routes makes a new route. */
export function exitOfPort(port: string, type: string): ExitName {
  if (port === MAIN_PORT) return traitsOf(type).hasRoutes ? 'routes' : 'on_success';
  return isHandlerName(port) || isRoutePort(port) ? port : 'on_success';
}

/** Whether a port is that of one route of a decision. */
export function isRoutePort(port: string): port is RoutePort {
  return port === 'default' || port.startsWith('routes.');
}

/** Whether the flow goes on by a port: by the main one, or by that of a route. */
export function isMainSide(port: string): boolean {
  return port === MAIN_PORT || isRoutePort(port);
}

/** A decision with more routes than that has one port for all of them. */
const MOST_ROUTES = 12;

/**
 * Routes that have a port: those a task has, in their order, then what is left of `true` and `false` where it has no others,
 * and what is taken otherwise. None of a task that has too many.
 */
export function routesOf(task: Task): readonly RoutePort[] {
  if (!traitsOf(task.type).hasRoutes) return [];
  const keys = (configOf(task).routes ?? []).map(({ key }) => key);
  if (keys.length > MOST_ROUTES) return [];
  const offered = keys.every((key) => TRUTHS.includes(key)) ? TRUTHS.filter((key) => !keys.includes(key)) : [];
  return [...[...keys, ...offered].map((key): RoutePort => `routes.${key}`), 'default'];
}

/** What a condition that is true or false answers. */
const TRUTHS: readonly string[] = ['true', 'false'];
