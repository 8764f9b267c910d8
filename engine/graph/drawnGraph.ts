import { type Task, type Workflow, walkTasks } from '../model/index.ts';
import type { ShownAnalysis } from './Analysis.ts';
import { edgesBySource, findReachable } from './buildGraph.ts';
import type { Graph, GraphEdge, GraphNode } from './Graph.ts';

const known = new WeakMap<ShownAnalysis, Graph>();

/**
 * The graph as users see it: an imported task is what its file defines, and what names it by the id it has from there
 * leads to it. Ids of nodes and edges, parents and children are those of `graph`, which commands take: what an imported
 * container holds is in another text and not in the graph. The same graph where nothing is imported; the same object for the
 * same analysis.
 */
export function drawnGraph(analysis: ShownAnalysis): Graph {
  const { graph, imports } = analysis;
  if (imports === undefined) return graph;
  let drawn = known.get(analysis);
  if (drawn === undefined) known.set(analysis, (drawn = draw(graph, imports.workflow)));
  return drawn;
}

function draw(graph: Graph, merged: Workflow): Graph {
  const tasks = new Map([...walkTasks(merged)].map(({ task }) => [task.path.join('\n'), task] as const));
  const nodes = new Map([...graph.nodes].map(([id, node]) => [id, withImport(node, tasks)] as const));
  const nodeIds = new Map<string, string>();
  for (const [id, { task }] of nodes) {
    if (task.id !== '' && !nodes.has(task.id) && !nodeIds.has(task.id)) nodeIds.set(task.id, id);
  }
  if (nodeIds.size === 0) return { nodes, edges: graph.edges };
  const edges = graph.edges.map((edge): GraphEdge => {
    const target = edge.isDangling ? nodeIds.get(edge.target) : undefined;
    return target === undefined ? edge : { ...edge, target, isDangling: false };
  });
  return { nodes: markReachable(nodes, edges, nodeIds.get(merged.start ?? '')), edges };
}

/** A node whose task is imported, with what its file defines; its children stay those of the text. */
function withImport(node: GraphNode, tasks: ReadonlyMap<string, Task>): GraphNode {
  const { task } = node;
  const merged = task.import === null ? undefined : tasks.get(task.path.join('\n'));
  return merged === undefined ? node : { ...node, task: { ...merged, import: task.import } };
}

/** Marks what a run comes to by way of imported tasks, and the start where `start` names one of them. */
function markReachable(
  nodes: ReadonlyMap<string, GraphNode>,
  edges: readonly GraphEdge[],
  named: string | undefined,
): ReadonlyMap<string, GraphNode> {
  const isTop = named !== undefined && nodes.get(named)?.parent === null;
  const start = isTop ? named : ([...nodes.values()].find(({ isStart }) => isStart)?.id ?? null);
  const bySource = edgesBySource(edges);
  const places = new Map([...nodes].map(([id, node]) => [id, { ...node, edges: bySource.get(id) ?? [] }] as const));
  const reachable = findReachable(start, places);
  return new Map(
    [...nodes].map(([id, node]) => {
      const marks = { isStart: id === start, isReachable: reachable.has(id) };
      const isSame = node.isStart === marks.isStart && node.isReachable === marks.isReachable;
      return [id, isSame ? node : { ...node, ...marks }] as const;
    }),
  );
}
