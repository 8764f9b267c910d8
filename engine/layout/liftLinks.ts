import type { EdgeVia, Graph, GraphEdge, GraphNode } from '../graph/index.ts';
import type { Link } from './Box.ts';

/**
 * The lines of each scope, by the container's node id (null at the top). A line that crosses containers, which `check`
 * refuses, counts between the two boxes of the innermost scope that holds both ends.
 */
export function liftLinks(graph: Graph): Map<string | null, Link[]> {
  const links = new Map<string | null, Link[]>();
  for (const edge of graph.edges) {
    const lifted = liftEdge(graph, edge);
    if (!lifted) continue;
    const scope = links.get(lifted.parent) ?? [];
    scope.push({ source: lifted.source, target: lifted.target, isAside: isAside(edge.via) });
    links.set(lifted.parent, scope);
  }
  return links;
}

function liftEdge(graph: Graph, edge: GraphEdge): { parent: string | null; source: string; target: string } | null {
  const [source, target] = [graph.nodes.get(edge.source), graph.nodes.get(edge.target)];
  if (!source || !target) return null;
  if (source.parent === target.parent) return { parent: source.parent, source: source.id, target: target.id };
  const byParent = new Map(walkUp(graph, source).map((node) => [node.parent, node.id]));
  for (const node of walkUp(graph, target)) {
    const lifted = byParent.get(node.parent);
    if (lifted === undefined) continue;
    return lifted === node.id ? null : { parent: node.parent, source: lifted, target: node.id };
  }
  return null;
}

function walkUp(graph: Graph, node: GraphNode): GraphNode[] {
  const line: GraphNode[] = [];
  for (let at: GraphNode | undefined = node; at && !line.includes(at); ) {
    line.push(at);
    at = at.parent === null ? undefined : graph.nodes.get(at.parent);
  }
  return line;
}

/** The main line is what follows success or completion; everything else leaves it. */
function isAside(via: EdgeVia): boolean {
  switch (via) {
    case 'on_success':
    case 'on_complete':
    case 'on_condition_match':
    case 'on_condition_nomatch':
    case 'default':
    case 'sequence':
      return false;
    default:
      return !via.startsWith('routes.');
  }
}
