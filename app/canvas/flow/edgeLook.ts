import type { EdgeVia, ExitName, HandlerName, TaskType } from '#engine';

/** How a line is drawn: each differs by colour, shape and label. */
export type EdgeLook = 'success' | 'error' | 'complete' | 'start' | 'route' | 'hook' | 'sequence';

const LOOKS = {
  on_start: 'start',
  on_success: 'success',
  on_error: 'error',
  on_complete: 'complete',
  on_condition_match: 'route',
  on_condition_nomatch: 'route',
  on_timeout: 'error',
  on_validation_error: 'error',
  on_operation_start: 'hook',
  on_operation_complete: 'hook',
  on_item_start: 'hook',
  on_item_success: 'hook',
  on_item_error: 'hook',
  on_batch_start: 'hook',
  on_batch_complete: 'hook',
  on_check: 'hook',
  on_task_start: 'hook',
  on_task_complete: 'hook',
} satisfies Record<HandlerName, EdgeLook>;

/** The look of the line from a handler or route. */
export function lookOf(via: EdgeVia): EdgeLook {
  if (via === 'sequence') return 'sequence';
  if (via === 'default' || isRoute(via)) return 'route';
  if (isErrorRoute(via)) return 'error';
  return LOOKS[via];
}

/** The port on the main line of a task. Success and list order leave there, and all routes of a decision. */
export const MAIN_PORT = 'main';

/** The port lines arrive at. */
export const ENTRY_PORT = 'in';

/** Names a port: the main one, or a handler that leaves aside of it. */
export type PortId = typeof MAIN_PORT | HandlerName;

/** The port a line leaves by. Routes of an error share the port of the error. */
export function portOf(via: EdgeVia): PortId {
  if (isErrorRoute(via)) return 'on_error';
  if (via === 'sequence' || via === 'default' || isRoute(via)) return MAIN_PORT;
  switch (via) {
    case 'on_success':
    case 'on_condition_match':
    case 'on_condition_nomatch':
      return MAIN_PORT;
    default:
      return via;
  }
}

/** What a wire drawn from a port connects: a decision's main port makes a new route. */
export function exitOfPort(port: string, type: TaskType | 'unknown'): ExitName {
  if (port === MAIN_PORT) return type === 'decision' ? 'routes' : 'on_success';
  return isHandler(port) ? port : 'on_success';
}

function isHandler(name: string): name is HandlerName {
  return Object.hasOwn(LOOKS, name);
}

function isRoute(via: string): via is `routes.${string}` {
  return via.startsWith('routes.');
}

function isErrorRoute(via: string): via is `on_error.routes.${string}` {
  return via.startsWith('on_error.routes.');
}
