import type { Link } from './Box.ts';
import type { LayoutEdge, LayoutInput, LayoutNode } from './LayoutInput.ts';

type Nodes = LayoutInput['nodes'];

/**
 * The lines of each scope, by the container's node id (null at the top). A line that crosses containers, which `check`
 * refuses, counts between the two boxes of the innermost scope that holds both ends.
 */
export function liftLinks({ nodes, edges }: Pick<LayoutInput, 'nodes' | 'edges'>): Map<string | null, Link[]> {
  const links = new Map<string | null, Link[]>();
  for (const edge of edges) {
    const lifted = liftEdge(nodes, edge);
    if (!lifted) continue;
    const scope = links.get(lifted.parent) ?? [];
    scope.push({ source: lifted.source, target: lifted.target, isAside: edge.isAside, room: edge.room });
    links.set(lifted.parent, scope);
  }
  return links;
}

function liftEdge(nodes: Nodes, edge: LayoutEdge): { parent: string | null; source: string; target: string } | null {
  const [source, target] = [nodes.get(edge.source), nodes.get(edge.target)];
  if (!source || !target) return null;
  if (source.parent === target.parent) return { parent: source.parent, source: source.id, target: target.id };
  const byParent = new Map(walkUp(nodes, source).map((node) => [node.parent, node.id]));
  for (const node of walkUp(nodes, target)) {
    const lifted = byParent.get(node.parent);
    if (lifted === undefined) continue;
    return lifted === node.id ? null : { parent: node.parent, source: lifted, target: node.id };
  }
  return null;
}

function walkUp(nodes: Nodes, node: LayoutNode): LayoutNode[] {
  const line = new Set<LayoutNode>();
  for (let at: LayoutNode | undefined = node; at && !line.has(at); ) {
    line.add(at);
    at = at.parent === null ? undefined : nodes.get(at.parent);
  }
  return [...line];
}
