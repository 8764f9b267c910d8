import type { Graph, GraphEdge, GraphNode } from './Graph.ts';

/**
 * Two versions of a workflow as one graph for display: the newer one, with the tasks and edges that only the older one has.
 * A task of the older one is in its container where the newer one has that, else at the top. The newer graph itself
 * where the older one has nothing else.
 */
export function mergeGraphs(newer: Graph, older: Graph): Graph {
  const edgeIds = new Set(newer.edges.map(({ id }) => id));
  const gone = [...older.nodes.values()].filter(({ id }) => !newer.nodes.has(id));
  const hasNode = (id: string): boolean => id === 'end' || newer.nodes.has(id) || older.nodes.has(id);
  const goneEdges = older.edges.filter(({ id, target }) => !edgeIds.has(id) && hasNode(target));
  if (gone.length === 0 && goneEdges.length === 0) return newer;
  const nodes = new Map(newer.nodes);
  for (const node of gone)
    nodes.set(node.id, { ...node, isStart: false, children: node.children.filter((id) => !newer.nodes.has(id)) });
  for (const { id, parent } of gone) {
    const container = nodes.get(parent ?? '');
    const isSameKind = container?.task.type === older.nodes.get(parent ?? '')?.task.type;
    if (container !== undefined && isSameKind && !container.children.includes(id))
      nodes.set(container.id, { ...container, children: [...container.children, id] });
  }
  const edges = [...newer.edges, ...goneEdges].map((edge) => withTarget(edge, nodes));
  return { nodes: ordered(nodes), edges };
}

/** An edge of the newer version that led nowhere leads to the older version's task of that id. */
function withTarget(edge: GraphEdge, nodes: ReadonlyMap<string, GraphNode>): GraphEdge {
  return edge.isDangling && nodes.has(edge.target) ? { ...edge, isDangling: false } : edge;
}

/** Containers before what they hold; what no container holds is at the top. */
function ordered(nodes: ReadonlyMap<string, GraphNode>): ReadonlyMap<string, GraphNode> {
  const sorted = new Map<string, GraphNode>();
  const add = (node: GraphNode): void => {
    if (sorted.has(node.id)) return;
    sorted.set(node.id, node);
    for (const id of node.children) {
      const child = nodes.get(id);
      if (child !== undefined) add(child.parent === node.id ? child : { ...child, parent: node.id });
    }
  };
  const held = new Set([...nodes.values()].flatMap(({ children }) => children));
  for (const node of nodes.values())
    if (!held.has(node.id)) add(node.parent === null ? node : { ...node, parent: null });
  return sorted;
}
