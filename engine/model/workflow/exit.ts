import type { Path } from '../../text/index.ts';
import { TASK_TRAITS, type TaskType, traitsOf } from './taskTypes.ts';

/** Handlers that every task type has, in the order of the format. */
export const COMMON_HANDLERS = ['on_start', 'on_success', 'on_error', 'on_complete'] as const;

type CommonHandler = (typeof COMMON_HANDLERS)[number];

export type HandlerName = CommonHandler | (typeof TASK_TRAITS)[TaskType]['handlers'][number];

/** The key of a task that holds `routes`: its own, by the value of its condition, or those of its errors. */
export type RouteHolder = 'config' | 'on_error';

/**
 * Which part of a task an edge comes from. One text form, used in ids of edges and in run events: a handler, `routes.<key>`
 * and `default` of a task with routes, `on_error.routes.<key>`, and `sequence` (the order of a list; it has no text).
 */
export type EdgeVia = HandlerName | `routes.${string}` | 'default' | `on_error.routes.${string}` | 'sequence';

/**
 * When an exit is taken: as the task starts, after success, after a failure, after either, by a value that was decided
 * on, or again and again while the task runs (`hook`: what it leads to is called and awaited). `sequence` is list order.
 */
export type ExitRole = 'start' | 'success' | 'error' | 'complete' | 'route' | 'hook' | 'sequence';

/** When each handler is called, and what it is called in a few words. */
export const HANDLERS = {
  on_start: { role: 'start', label: 'on start' },
  on_success: { role: 'success', label: 'success' },
  on_error: { role: 'error', label: 'error' },
  on_complete: { role: 'complete', label: 'complete' },
  on_operation_start: { role: 'hook', label: 'each operation starts' },
  on_operation_complete: { role: 'hook', label: 'each operation completes' },
  on_condition_match: { role: 'route', label: 'match' },
  on_condition_nomatch: { role: 'route', label: 'no match' },
  on_item_start: { role: 'hook', label: 'each item starts' },
  on_item_success: { role: 'hook', label: 'each item succeeds' },
  on_item_error: { role: 'hook', label: 'each item fails' },
  on_batch_start: { role: 'hook', label: 'each batch starts' },
  on_batch_complete: { role: 'hook', label: 'each batch completes' },
  on_check: { role: 'hook', label: 'each check' },
  on_timeout: { role: 'error', label: 'timeout' },
  on_validation_error: { role: 'error', label: 'invalid' },
  on_task_start: { role: 'hook', label: 'each subtask starts' },
  on_task_complete: { role: 'hook', label: 'each subtask completes' },
} as const satisfies Record<HandlerName, { readonly role: ExitRole; readonly label: string }>;

const BY_NAME: ReadonlyMap<string, { readonly role: ExitRole }> = new Map(Object.entries(HANDLERS));

/** Every handler name of the format, whatever task type it belongs to. */
export const HANDLER_NAMES: readonly HandlerName[] = [...COMMON_HANDLERS, ...Object.values(TASK_TRAITS).flatMap(own)];

function own({ handlers }: { readonly handlers: readonly HandlerName[] }): readonly HandlerName[] {
  return handlers;
}

/** Whether a key is a handler of some task type. */
export function isHandlerName(key: string): key is HandlerName {
  return BY_NAME.has(key);
}

/** A handler's label: `success`, `each item fails`. */
export function describeHandler(name: HandlerName): string {
  return HANDLERS[name].label;
}

/** The handlers that belong to one task type only, in the order they are offered. */
export function ownHandlers(type: TaskType | 'unknown'): readonly HandlerName[] {
  return type === 'unknown' ? [] : TASK_TRAITS[type].handlers;
}

/** What users look for first. */
const OFFERED: readonly HandlerName[] = ['on_success', 'on_error', 'on_complete', 'on_start'];

/** The handlers of a task type, in the order they are offered: the common ones, then its own. */
export function handlersOf(type: TaskType | 'unknown'): readonly HandlerName[] {
  return [...OFFERED, ...ownHandlers(type)];
}

/** The text form of an exit, taken apart: `key` is that of a route. */
export type ExitParts =
  | { readonly kind: 'handler'; readonly name: HandlerName }
  | { readonly kind: 'route'; readonly holder: RouteHolder; readonly key: string }
  | { readonly kind: 'default' | 'sequence' };

const ROUTE = 'routes.';
const ERROR_ROUTE = 'on_error.routes.';

/** Takes the text form of an exit apart. What the format does not have is list order. */
export function parseVia(via: string): ExitParts {
  if (isHandlerName(via)) return { kind: 'handler', name: via };
  if (via.startsWith(ROUTE)) return { kind: 'route', holder: 'config', key: via.slice(ROUTE.length) };
  if (via.startsWith(ERROR_ROUTE)) return { kind: 'route', holder: 'on_error', key: via.slice(ERROR_ROUTE.length) };
  return { kind: via === 'default' ? 'default' : 'sequence' };
}

/** The text form of a route. */
export function routeVia(holder: RouteHolder, key: string): `routes.${string}` | `on_error.routes.${string}` {
  return holder === 'config' ? `${ROUTE}${key}` : `${ERROR_ROUTE}${key}`;
}

/** When an exit is taken. */
export function roleOf(via: string): ExitRole {
  const handler = BY_NAME.get(via);
  if (handler !== undefined) return handler.role;
  if (via === 'default' || via.startsWith(ROUTE)) return 'route';
  return via.startsWith(ERROR_ROUTE) ? 'error' : 'sequence';
}

/** The handler by whose event an exit is taken; undefined for list order. */
export function handlerOf(via: string): HandlerName | undefined {
  const exit = parseVia(via);
  if (exit.kind === 'handler') return exit.name;
  if (exit.kind === 'route') return exit.holder === 'on_error' ? 'on_error' : 'on_condition_match';
  return exit.kind === 'default' ? 'on_condition_nomatch' : undefined;
}

/** Where a task keeps an exit, there or not yet; null when its type has none of the kind, and for list order. */
export function pathOfExit(
  { type, path }: { readonly type: TaskType | 'unknown'; readonly path: Path },
  via: EdgeVia,
): Path | null {
  const exit = parseVia(via);
  switch (exit.kind) {
    case 'handler':
      return type === 'unknown' || handlersOf(type).includes(exit.name) ? [...path, exit.name] : null;
    case 'route':
      if (exit.holder === 'on_error') return [...path, 'on_error', 'routes', exit.key];
      return traitsOf(type).hasRoutes ? [...path, 'config', 'routes', exit.key] : null;
    case 'default':
      return traitsOf(type).hasRoutes ? [...path, 'config', 'default'] : null;
    case 'sequence':
      return null;
  }
}
