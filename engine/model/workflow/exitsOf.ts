import type { Data } from '../../base/index.ts';
import { describeHandler, type EdgeVia, routeVia } from './exit.ts';
import type { Handler, Route, Target } from './readHandlers.ts';
import { configOf, type Task } from './Workflow.ts';

/** A place a task names in its text: the handler, route or default, and the ids it leads to. */
export interface Exit {
  readonly via: EdgeVia;
  readonly target: Target;
  readonly label: string;
}

/**
 * Every handler, route and default of a task in document order, also those that name no `next`. A decision's routes
 * and default come first, as they are tried first (format.md 1).
 */
export function exitsOf(task: Task): readonly Exit[] {
  let exits = known.get(task);
  if (exits === undefined) {
    exits = readExits(task);
    known.set(task, exits);
  }
  return exits;
}

/** Tasks never change, and many rules ask. */
const known = new WeakMap<Task, readonly Exit[]>();

function readExits(task: Task): readonly Exit[] {
  const exits: Exit[] = [];
  const { routes, default: otherwise } = configOf(task);
  for (const route of routes ?? []) {
    exits.push({ via: routeVia('config', route.key), target: route, label: labelRoute(route) });
  }
  if (otherwise != null) exits.push({ via: 'default', target: otherwise, label: 'default' });
  for (const handler of task.handlers) {
    exits.push({ via: handler.name, target: handler, label: labelHandler(handler) });
    for (const route of handler.routes ?? []) {
      exits.push({ via: routeVia('on_error', route.key), target: route, label: labelRoute(route) });
    }
  }
  return exits;
}

/** The label of a route's line: its key, then its own condition without braces: `high · value > 5`. */
function labelRoute(route: Route): string {
  return withCondition(route.key, route.condition);
}

/** The label of a handler's line: its words, then the condition that guards it. */
function labelHandler(handler: Handler): string {
  return withCondition(describeHandler(handler.name), handler.routes === null ? handler.condition : null);
}

function withCondition(label: string, condition: Data): string {
  if (condition === null || typeof condition === 'object') return label;
  const text = String(condition);
  const bare = /^\s*\{\{([\s\S]*)\}\}\s*$/.exec(text);
  return `${label} · ${(bare?.[1] ?? text).trim().replace(/\s+/g, ' ')}`;
}
