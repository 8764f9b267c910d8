import { childrenOf, configOf, exitsOf, type Handler, runsInOrder, type Task, traitsOf } from '../model/index.ts';
import { formatEdgeId, type GraphEdge } from './Graph.ts';

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
 * the child may succeed without naming a next task. `ids` are the children's node ids, in list order.
 */
export function buildSequenceEdges(container: Task, ids: readonly string[]): readonly GraphEdge[] {
  if (!runsInOrder(container.type)) return [];
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
  if (!traitsOf(task.type).hasRoutes) return false;
  const match = leads(task, 'on_condition_match');
  const noMatch = leads(task, 'on_condition_nomatch');
  const { routes, default: fallback } = configOf(task);
  if (routes == null || routes.length === 0) return match && noMatch;
  const noMatchJumps = fallback == null || fallback.next.length > 0 || noMatch;
  return noMatchJumps && (match || routes.every((route) => route.next.length > 0));
}

function leads(task: Task, name: Handler['name']): boolean {
  return task.handlers.some((handler) => handler.name === name && handler.next.length > 0);
}
