import { childrenOf, type Task, type Workflow } from '../model/index.ts';
import { buildExitEdges } from './buildEdges.ts';
import type { Graph, GraphEdge, GraphNode } from './Graph.ts';

/** A workflow and the graph that was built of it. */
export interface DrawnWorkflow {
  readonly workflow: Workflow;
  readonly graph: Graph;
}

/**
 * The graph of a workflow that differs from one before only within tasks, not in what leads where: the same edges, and
 * nodes with the new tasks. This is what most keystrokes come to. Null when the graph has to be built anew.
 */
export function patchGraph({ workflow: before, graph }: DrawnWorkflow, workflow: Workflow): Graph | null {
  if (before.start !== workflow.start || before.tasks.length !== workflow.tasks.length) return null;
  const changed: GraphNode[] = [];
  for (const [index, task] of workflow.tasks.entries()) {
    const old = before.tasks[index];
    if (old === task) continue;
    const node = graph.nodes.get(task.id);
    if (node === undefined || node.task !== old || !leadsAlike(old, task, graph)) return null;
    changed.push({ ...node, task });
  }
  if (changed.length === 0) return graph;
  const nodes = new Map(graph.nodes);
  for (const node of changed) nodes.set(node.id, node);
  return { nodes, edges: graph.edges };
}

/** Whether two tasks without children have the same edges, down to what is written beside them. */
function leadsAlike(before: Task, after: Task, { nodes }: Graph): boolean {
  if (before.id !== after.id || childrenOf(before).length > 0 || childrenOf(after).length > 0) return false;
  const old = buildExitEdges(before, before.id, nodes);
  const now = buildExitEdges(after, after.id, nodes);
  return old.length === now.length && old.every((edge, index) => isSameEdge(edge, now[index]));
}

function isSameEdge(a: GraphEdge, b: GraphEdge | undefined): boolean {
  return b !== undefined && a.id === b.id && a.label === b.label && a.path.join('\n') === b.path.join('\n');
}
