import type { ExitName } from '#engine/edit';
import { type EdgeVia, type HandlerName, isHandlerName, parseVia, roleOf, traitsOf } from '#engine/model';

/** The port on the main line of a task. Success and list order leave there, and all routes of a decision. */
export const MAIN_PORT = 'main';

/** The port lines arrive at. */
export const ENTRY_PORT = 'in';

/** Names a port: the main one, or a handler that leaves aside of it. */
export type PortId = typeof MAIN_PORT | HandlerName;

/** The port a line leaves by. Routes of an error share the port of the error. */
export function portOf(via: EdgeVia): PortId {
  const exit = parseVia(via);
  const role = roleOf(via);
  if (role === 'success' || role === 'route' || role === 'sequence') return MAIN_PORT;
  return exit.kind === 'handler' ? exit.name : 'on_error';
}

/** What a wire drawn from a port connects: the main port of a task with routes makes a new route. */
export function exitOfPort(port: string, type: string): ExitName {
  if (port === MAIN_PORT) return traitsOf(type).hasRoutes ? 'routes' : 'on_success';
  return isHandlerName(port) ? port : 'on_success';
}
