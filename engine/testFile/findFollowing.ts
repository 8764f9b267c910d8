import { edgesBySource, type Graph, type GraphNode } from '../graph/index.ts';
import { roleOf } from '../model/index.ts';

/**
 * Ids of the tasks that can start after one has: along edges, from a container to what it holds, and from that to all else it
 * holds and what follows it. Wider than what runs do, so that what is not in it can never be.
 */
export function findFollowing(graph: Graph, id: string): ReadonlySet<string> {
  const edges = edgesBySource(graph.edges);
  const found = new Set<string>();
  const passed = new Set<string>([id]);
  const queue = [id];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const node = graph.nodes.get(at);
    if (node === undefined) continue;
    const starts = [...(edges.get(at) ?? []).map(({ target }) => target), ...node.children];
    for (const next of starts) {
      found.add(next);
      if (!passed.has(next)) queue.push(next);
      passed.add(next);
    }
    // The container itself has started before.
    if (node.parent !== null && !passed.has(node.parent)) {
      passed.add(node.parent);
      queue.push(node.parent);
    }
  }
  return found;
}

/** A way out of a task: an edge; or into one that it holds, which has no `via`. */
interface Way {
  readonly via: string | null;
  readonly target: string;
}

/** Whether a run can have two tasks side by side, in any order: somewhere before them it takes two ways at once, or one again and again. */
export function canRunBeside(graph: Graph, one: string, other: string): boolean {
  const edges = edgesBySource(graph.edges);
  const leadsTo =
    (id: string): ((way: Way) => boolean) =>
    ({ target }) =>
      target === id || findFollowing(graph, target).has(id);
  const waysOf = ({ id, children }: GraphNode): readonly Way[] => [
    ...(edges.get(id) ?? []),
    ...children.map((target) => ({ via: null, target })),
  ];
  return [...graph.nodes.values()].some((node) => {
    const ways = waysOf(node);
    const toOther = ways.filter(leadsTo(other));
    return ways.filter(leadsTo(one)).some((a) => toOther.some((b) => (a === b ? isRepeated(a) : areBothTaken(a, b))));
  });
}

/** A hook is called for each batch, round or failed attempt. */
function isRepeated({ via }: Way): boolean {
  return via !== null && roleOf(via) === 'hook';
}

/** One handler leads to all of its targets; success, failure and routes exclude each other, and nothing else does. */
function areBothTaken({ via }: Way, other: Way): boolean {
  if (via === other.via || via === null || other.via === null) return true;
  return BESIDE.has(roleOf(via)) || BESIDE.has(roleOf(other.via));
}

const BESIDE: ReadonlySet<string> = new Set(['start', 'complete', 'hook']);
