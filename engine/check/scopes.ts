import { edgesBySource, type Graph, type GraphNode } from '../graph/index.ts';
import type { TaskType } from '../model/index.ts';

/** Where tasks stand by what happens around them: the questions that decide which names have a value there. */
export interface Scopes {
  /** Whether a task of this type is around it, or calls it while it runs. */
  isInside(node: GraphNode, type: TaskType): boolean;
  /** Whether a way that follows a failure, or may, leads to it or to a container around it. */
  mayFollowFailure(node: GraphNode): boolean;
  /** Whether a handler, a route or a default leads to it. */
  isLedTo(node: GraphNode): boolean;
}

/** Handlers that are called while their task runs: what they lead to sees what stands inside. */
const CALLED = /^on_(?:operation|task|item|batch)_|^on_check$/;
/** Handlers that never see an error. */
const FINE = /^(?:on_start|on_success|on_condition_|routes\.|default$|sequence$)/;

/** Answers for one graph. Errs towards "yes": what is called from many places sees what any of them gives. */
export function createScopes({ nodes, edges }: Graph): Scopes {
  const led = new Set<string>();
  const failed = new Set<string>();
  for (const { via, target } of edges) {
    if (via !== 'sequence') led.add(target);
    if (!FINE.test(via)) failed.add(target);
  }
  const outgoing = edgesBySource(edges);
  const inside = new Map<TaskType, ReadonlySet<string>>();
  const insideOf = (type: TaskType): ReadonlySet<string> => {
    const known = inside.get(type);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const queue = [...nodes.values()].flatMap(({ id, task, children }) => {
      if (task.type !== type) return [];
      const called = (outgoing.get(id) ?? []).filter(({ via }) => CALLED.test(via)).map(({ target }) => target);
      return [...children, ...called];
    });
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      queue.push(...(nodes.get(id)?.children ?? []), ...(outgoing.get(id) ?? []).map(({ target }) => target));
    }
    inside.set(type, found);
    return found;
  };
  return {
    isInside: ({ id }, type) => insideOf(type).has(id),
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
