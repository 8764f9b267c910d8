import { childrenOf, type Handler, type Target, type Task } from '../model/index.ts';
import { type EdgeVia, formatEdgeId, type GraphEdge } from './Graph.ts';
import { labelHandler, labelRoute } from './labelEdge.ts';

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
  if (task.type === 'decision') {
    for (const route of task.config.routes ?? []) {
      exits.push({ via: `routes.${route.key}`, target: route, label: labelRoute(route) });
    }
    if (task.config.default !== null) exits.push({ via: 'default', target: task.config.default, label: 'default' });
  }
  for (const handler of task.handlers) {
    exits.push({ via: handler.name, target: handler, label: labelHandler(handler) });
    for (const route of handler.routes ?? []) {
      exits.push({ via: `on_error.routes.${route.key}`, target: route, label: labelRoute(route) });
    }
  }
  return exits;
}

/** The edges of one task to the targets its text names. */
export function buildExitEdges(task: Task, source: string, nodes: { has(id: string): boolean }): readonly GraphEdge[] {
  return exitsOf(task).flatMap(({ via, target, label }) =>
    target.next.map((id) => ({
      id: formatEdgeId(source, via, id),
      source,
      via,
      target: id,
      isDangling: isDangling(id, nodes),
      label,
      path: target.path,
    })),
  );
}

/** Whether a target is neither a task nor the end. */
export function isDangling(target: string, nodes: { has(id: string): boolean }): boolean {
  return target !== 'end' && !nodes.has(target);
}

/**
 * The edges that list order makes among the children of a container (format.md 4): from a child to the next one, where
 * the child may succeed without naming where to go on. `ids` are the children's node ids, in list order.
 */
export function buildSequenceEdges(container: Task, ids: readonly string[]): readonly GraphEdge[] {
  if (container.type !== 'composite' && container.type !== 'collection') return [];
  return childrenOf(container).flatMap((child, index) => {
    const source = ids[index];
    const target = ids[index + 1];
    if (source === undefined || target === undefined || alwaysJumps(child)) return [];
    const id = formatEdgeId(source, 'sequence', target);
    return [{ id, source, via: 'sequence', target, isDangling: false, label: '', path: child.path }];
  });
}

/** Whether every success of the task takes a transition its own text names. */
export function alwaysJumps(task: Task): boolean {
  if (leads(task, 'on_success') || leads(task, 'on_complete')) return true;
  if (task.type !== 'decision') return false;
  const match = leads(task, 'on_condition_match');
  const noMatch = leads(task, 'on_condition_nomatch');
  const routes = task.config.routes ?? [];
  if (routes.length === 0) return match && noMatch;
  const fallback = task.config.default;
  const noMatchJumps = fallback === null || fallback.next.length > 0 || noMatch;
  return noMatchJumps && (match || routes.every((route) => route.next.length > 0));
}

function leads(task: Task, name: Handler['name']): boolean {
  return task.handlers.some((handler) => handler.name === name && handler.next.length > 0);
}
