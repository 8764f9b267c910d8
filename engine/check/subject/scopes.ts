import { edgesBySource, type Graph, type GraphNode } from '../../graph/index.ts';
import { type Children, type EdgeVia, roleOf, traitsOf } from '../../model/index.ts';

/** Where tasks are by what happens around them: the questions that decide which names have a value there. */
export interface Scopes {
  /** Whether a task that runs its children so is around it, or calls it while it runs. */
  isInside(node: GraphNode, children: Children): boolean;
  /** Whether a way that follows a failure, or may, leads to it or to a container around it. */
  mayFollowFailure(node: GraphNode): boolean;
  /** Whether a handler, a route or a default leads to it. */
  isLedTo(node: GraphNode): boolean;
}

/** Answers for one graph. Errs towards "yes": what is called from many places sees what any of them gives. */
export function createScopes({ nodes, edges }: Graph): Scopes {
  const led = new Set<string>();
  const failed = new Set<string>();
  for (const { via, target } of edges) {
    if (via !== 'sequence') led.add(target);
    if (maySeeError(via)) failed.add(target);
  }
  const outgoing = edgesBySource(edges);
  const inside = new Map<Children, ReadonlySet<string>>();
  const insideOf = (kind: Children): ReadonlySet<string> => {
    const known = inside.get(kind);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const queue = [...nodes.values()].flatMap(({ id, task, children }) => {
      if (traitsOf(task.type).children !== kind) return [];
      const called = (outgoing.get(id) ?? []).filter(({ via }) => roleOf(via) === 'hook').map(({ target }) => target);
      return [...children, ...called];
    });
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      queue.push(...(nodes.get(id)?.children ?? []), ...(outgoing.get(id) ?? []).map(({ target }) => target));
    }
    inside.set(kind, found);
    return found;
  };
  return {
    isInside: ({ id }, kind) => insideOf(kind).has(id),
    isLedTo: ({ id }) => led.has(id),
    mayFollowFailure: (node) => {
      for (let at: GraphNode | undefined = node; at !== undefined; ) {
        if (failed.has(at.id)) return true;
        at = at.parent === null ? undefined : nodes.get(at.parent);
      }
      return false;
    },
  };
}

/** Whether a way follows a failure, or may: what is called while a task runs can be called for one. */
function maySeeError(via: EdgeVia): boolean {
  const role = roleOf(via);
  return role === 'error' || role === 'complete' || role === 'hook';
}
