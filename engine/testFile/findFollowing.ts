import { edgesBySource, type Graph } from '../graph/index.ts';

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
