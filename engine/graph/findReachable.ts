import { configOf, runsInOrder } from '../model/index.ts';
import type { GraphEdge, GraphNode } from './Graph.ts';

type ReachNode = Pick<GraphNode, 'task' | 'children'> & { readonly edges: readonly GraphEdge[] };

/**
 * Ids of the tasks a run can reach: from the start along edges, and from a container to the children it enters by
 * itself: all of a parallel, the first of a composite or of a collection's body, and in a composite that continues on
 * errors each one after a child that can be reached.
 */
export function findReachable(start: string | null, places: ReadonlyMap<string, ReachNode>): ReadonlySet<string> {
  const followers = new Map<string, string>();
  for (const place of places.values()) {
    if (continuesOnErrors(place)) addFollowers(place.children, followers);
  }
  const reached = new Set<string>();
  const queue = start === null ? [] : [start];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const place = places.get(id);
    if (place === undefined || reached.has(id)) continue;
    reached.add(id);
    for (const { target } of place.edges) queue.push(target);
    for (const child of entered(place)) queue.push(child);
    const next = followers.get(id);
    if (next !== undefined) queue.push(next);
  }
  return reached;
}

/** The children a container starts by itself. */
function entered({ task, children }: ReachNode): readonly string[] {
  return runsInOrder(task.type) ? children.slice(0, 1) : children;
}

function continuesOnErrors({ task }: ReachNode): boolean {
  const { errorHandling: setting } = configOf(task);
  return setting != null && (setting.kind === 'template' || setting.value === 'continue');
}

function addFollowers(children: readonly string[], followers: Map<string, string>): void {
  for (const [index, child] of children.entries()) {
    const next = children[index + 1];
    if (next !== undefined) followers.set(child, next);
  }
}
