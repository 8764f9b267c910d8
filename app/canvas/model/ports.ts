import type { ExitName } from '#engine/edit';
import {
  configOf,
  type EdgeVia,
  type HandlerName,
  ownHandlers,
  parseVia,
  roleOf,
  type Task,
  traitsOf,
} from '#engine/model';

/** The port on the main line of a task. Success and list order leave there; of a decision, new routes. */
export const MAIN_PORT = 'main';

/** The port lines arrive at. */
export const ENTRY_PORT = 'in';

/** A port of a card that lines leave by: its id tells it from the others of the card, and nothing is read from it. */
export interface Exit {
  readonly id: string;
  /** What a wire drawn from it connects. */
  readonly via: ExitName;
}

/** The port of one route of a decision, or of what is taken otherwise. */
export interface RouteExit extends Exit {
  readonly via: `routes.${string}` | 'default';
  /** The key of the route. */
  readonly name: string;
}

/** The port of a handler that leaves aside of the main line. */
export interface HandlerExit extends Exit {
  readonly via: HandlerName;
}

/** The port of the main line: in a task with routes it makes a new one. */
export function mainExit({ type }: Pick<Task, 'type'>): Exit {
  return { id: MAIN_PORT, via: traitsOf(type).hasRoutes ? 'routes' : 'on_success' };
}

/** The hooks of a task's type, which have their ports between those of the handlers that every task has. */
export function hookExits({ type }: Pick<Task, 'type'>): readonly HandlerExit[] {
  return ownHandlers(type).flatMap((via) => (roleOf(via) === 'route' ? [] : [handlerExit(via)]));
}

/** The port of a handler. */
export function handlerExit(via: HandlerName): HandlerExit {
  return { id: via, via };
}

/** The port of a card's task with this id; undefined where it has none. */
export function findExit(task: Task, id: string | null): Exit | undefined {
  const common = (['on_start', 'on_complete', 'on_error'] as const).map(handlerExit);
  return [mainExit(task), ...routesOf(task), ...hookExits(task), ...common].find((exit) => exit.id === id);
}

/** The id of the port a line leaves by. Routes of a decision have a port each, those of an error share the port of the error. */
export function portOf(via: EdgeVia): string {
  const exit = parseVia(via);
  if (exit.kind === 'default' || (exit.kind === 'route' && exit.holder === 'config')) return via;
  if (isMainSide(via)) return MAIN_PORT;
  return exit.kind === 'handler' ? exit.name : 'on_error';
}

/** The port of those a card has that a line leaves by: the main one for routes that have none. */
export function findPort<T extends { readonly id: string }>(ports: readonly T[], via: EdgeVia): T | undefined {
  const id = portOf(via);
  return (
    ports.find((port) => port.id === id) ?? (isMainSide(via) ? ports.find((port) => port.id === MAIN_PORT) : undefined)
  );
}

/** Whether the flow continues by an exit: by the main port, or by that of a route. */
export function isMainSide(via: EdgeVia): boolean {
  const role = roleOf(via);
  return role === 'success' || role === 'route' || role === 'sequence';
}

/** A decision with more routes than that has one port for all of them. */
const MOST_ROUTES = 12;

/**
 * Routes that have a port: those a task has, in their order, then what is left of `true` and `false` where it has no others,
 * and what is taken otherwise. None of a task that has too many.
 */
export function routesOf(task: Task): readonly RouteExit[] {
  if (!traitsOf(task.type).hasRoutes) return [];
  const keys = (configOf(task).routes ?? []).map(({ key }) => key);
  if (keys.length > MOST_ROUTES) return [];
  const offered = keys.every((key) => TRUTHS.includes(key)) ? TRUTHS.filter((key) => !keys.includes(key)) : [];
  const routes = [...keys, ...offered].map((name) => toRoute(`routes.${name}`, name));
  return [...routes, toRoute('default', 'default')];
}

function toRoute(via: RouteExit['via'], name: string): RouteExit {
  return { id: via, via, name };
}

/** What a condition that is true or false answers. */
const TRUTHS: readonly string[] = ['true', 'false'];
