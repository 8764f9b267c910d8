import type { GraphEdge, GraphNode } from './Graph.ts';

type Place = Pick<GraphNode, 'task' | 'children'>;

/**
 * Ids of the tasks a run can come to: from the start along edges, and from a container to the children it enters by
 * itself: all of a parallel, the first of a composite or of a collection's body, and in a composite that continues on
 * errors each one after a child that can be reached.
 */
export function findReachable(
  start: string | null,
  nodes: ReadonlyMap<string, Place>,
  edges: readonly GraphEdge[],
): ReadonlySet<string> {
  const targets = new Map<string, string[]>();
  const link = (source: string, target: string): void => {
    const known = targets.get(source);
    if (known === undefined) targets.set(source, [target]);
    else known.push(target);
  };
  for (const edge of edges) link(edge.source, edge.target);
  for (const [id, place] of nodes) for (const [source, target] of implicitLinks(id, place)) link(source, target);
  const reached = new Set<string>();
  const queue = start === null ? [] : [start];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id) || !nodes.has(id)) continue;
    reached.add(id);
    for (const target of targets.get(id) ?? []) queue.push(target);
  }
  return reached;
}

function implicitLinks(id: string, { task, children }: Place): readonly (readonly [string, string])[] {
  const isSequence = task.type === 'composite' || task.type === 'collection';
  if (!isSequence) return children.map((child) => [id, child]);
  const links = children.slice(0, 1).map((child) => [id, child] as const);
  const setting = task.type === 'composite' ? task.config.errorHandling : null;
  const continues = setting !== null && (setting.kind === 'template' || setting.value === 'continue');
  if (!continues) return links;
  return [...links, ...children.slice(1).map((child, index) => [children[index] ?? id, child] as const)];
}
