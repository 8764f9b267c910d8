import type { Graph, GraphNode } from './Graph.ts';

/** Whether nothing leads to a task from the start, where it is not in a container to which nothing does. */
export function isLoose({ nodes }: Graph, { isReachable, parent }: GraphNode): boolean {
  return !isReachable && nodes.get(parent ?? '')?.isReachable !== false;
}
