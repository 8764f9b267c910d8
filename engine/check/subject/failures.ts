import { edgesBySource, type Graph, type GraphEdge } from '../../graph/index.ts';
import { handlerOf, traitsOf } from '../../model/index.ts';

/** Where it is certain that a task has failed before. */
export interface Failures {
  /** Whether only a failure of `id` leads to `other`; of the task itself, in its `on_error`. */
  hasFailed(id: string, other: string, isOnError: boolean): boolean;
}

/** Answers for one graph. Containers are omitted: they have results of what did not fail. */
export function createFailures({ nodes, edges }: Graph): Failures {
  const outgoing = edgesBySource(edges);
  let incoming: ReadonlyMap<string, readonly GraphEdge[]> | undefined;
  const known = new Map<string, ReadonlySet<string>>();

  /** Tasks all ways to which begin with the failure. */
  function reachedByFailure(id: string): ReadonlySet<string> {
    const found = new Set<string>();
    const queue = (outgoing.get(id) ?? []).filter(isFailure);
    if (queue.length === 0) return found;
    incoming ??= edgesByTarget(edges);
    for (let edge = queue.pop(); edge !== undefined; edge = queue.pop()) {
      const { target } = edge;
      if (found.has(target) || nodes.get(target)?.isStart !== false) continue;
      const isOnly = (incoming.get(target) ?? []).every(
        (way) => (way.source === id && isFailure(way)) || (found.has(way.source) && way.source !== id),
      );
      if (!isOnly) continue;
      found.add(target);
      queue.push(...(outgoing.get(target) ?? []));
    }
    return found;
  }

  return {
    hasFailed: (id, other, isOnError) => {
      const node = nodes.get(id);
      if (node === undefined || node.children.length > 0) return false;
      if (traitsOf(node.task.type).children === 'item') return false;
      if (id === other) return isOnError;
      const reached = known.get(id) ?? reachedByFailure(id);
      known.set(id, reached);
      return reached.has(other);
    },
  };
}

function isFailure({ via }: GraphEdge): boolean {
  return handlerOf(via) === 'on_error';
}

function edgesByTarget(edges: readonly GraphEdge[]): ReadonlyMap<string, readonly GraphEdge[]> {
  const byTarget = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const known = byTarget.get(edge.target);
    if (known === undefined) byTarget.set(edge.target, [edge]);
    else known.push(edge);
  }
  return byTarget;
}
