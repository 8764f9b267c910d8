import { alwaysJumps, edgesBySource, type Graph, type GraphNode } from '../../graph/index.ts';
import { roleOf, traitsOf, type Workflow } from '../../model/index.ts';
import { endsInError } from './endsInError.ts';

/**
 * Whether every run that succeeds goes through a task of the top level. A run continues along one of the ways of a task
 * and along all targets of that way; a cycle is left some time.
 */
export function createMustRun({ nodes, edges }: Graph, workflow: Workflow): (id: string) => boolean {
  const top = [...nodes.values()].filter(({ parent }) => parent === null);
  const outgoing = edgesBySource(edges);
  const ways = new Map(top.map((node) => [node.id, waysOf(node, outgoing.get(node.id) ?? [])] as const));
  // No run succeeds by a way that ends in an error, so that none of them avoids anything.
  const doomed = new Set(top.filter(({ task }) => endsInError(workflow, task)).map(({ id }) => id));
  const start = top.find(({ isStart }) => isStart);
  const known = new Map<string, boolean>();
  return (id) => {
    if (start === undefined) return false;
    const answer = known.get(id) ?? search(id, start.id);
    known.set(id, answer);
    return answer;
  };

  /** Takes all tasks to lead there until one is found that can avoid it, and so on backwards. */
  function search(wanted: string, from: string): boolean {
    const avoiding = new Set<string>();
    const leads = (target: string): boolean => ways.has(target) && !avoiding.has(target);
    for (let before = -1; before !== avoiding.size; ) {
      before = avoiding.size;
      for (let index = top.length - 1; index >= 0; index--) {
        const id = top[index]?.id;
        if (id === undefined || id === wanted || avoiding.has(id) || doomed.has(id)) continue;
        const own = ways.get(id);
        if (own === undefined || own.beside.some(leads)) continue;
        if (own.oneOf.length === 0 || !own.oneOf.every((way) => way.some(leads))) avoiding.add(id);
      }
    }
    return !avoiding.has(from);
  }
}

interface Ways {
  readonly beside: readonly string[];
  /** Of these, one is taken; an empty one ends the branch. */
  readonly oneOf: readonly (readonly string[])[];
}

/** What is taken besides the one way of a task is `beside`; after an uncaught error no result is read. */
function waysOf({ task }: GraphNode, edges: readonly { readonly via: string; readonly target: string }[]): Ways {
  const { hasRoutes } = traitsOf(task.type);
  const groups = new Map<string, string[]>();
  const beside: string[] = [];
  for (const { via, target } of edges) {
    const role = roleOf(via);
    if (role === 'start' || role === 'complete') beside.push(target);
    else if (hasRoutes || role === 'success' || role === 'error') groups.set(via, [...(groups.get(via) ?? []), target]);
  }
  const oneOf: (readonly string[])[] = [...groups.values()];
  if (!alwaysJumps(task)) oneOf.push([]);
  return { beside, oneOf };
}
