import type { Link } from './Box.ts';
import type { LayoutEdge, LayoutInput, LayoutNode } from './LayoutInput.ts';

/** What is placed together: the top level, or the inside of one open container. */
export interface ScopeNodes {
  /** The container; null at the top. */
  readonly parent: string | null;
  /** In document order; the start comes first. */
  readonly nodes: readonly LayoutNode[];
  readonly links: readonly Link[];
  /** Free space across the flow between two boxes, px. */
  readonly gap: number;
}

const TOP_GAP = 40;
const INNER_GAP = 20;

/** The top level and every open container, outer before inner. */
export function listScopes(input: LayoutInput): readonly ScopeNodes[] {
  const links = liftLinks(input);
  const parents: (string | null)[] = [null];
  const scopes: ScopeNodes[] = [];
  for (const parent of parents) {
    const nodes = childrenOf(input, parent);
    for (const node of nodes) if (node.children.length > 0 && !input.collapsed.has(node.id)) parents.push(node.id);
    scopes.push({ parent, nodes, links: links.get(parent) ?? [], gap: parent === null ? TOP_GAP : INNER_GAP });
  }
  return scopes;
}

function childrenOf(input: LayoutInput, parent: string | null): LayoutNode[] {
  const nodes =
    parent === null
      ? [...input.nodes.values()].filter((node) => node.parent === null)
      : (input.nodes.get(parent)?.children ?? []).flatMap((id) => input.nodes.get(id) ?? []);
  return [...nodes.filter((node) => node.isStart), ...nodes.filter((node) => !node.isStart)];
}

type Nodes = LayoutInput['nodes'];

/**
 * The lines of each scope, by the container's node id (null at the top). A line that crosses containers, which `check`
 * refuses, counts between the two boxes of the innermost scope that holds both ends.
 */
function liftLinks({ nodes, edges }: Pick<LayoutInput, 'nodes' | 'edges'>): Map<string | null, Link[]> {
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
