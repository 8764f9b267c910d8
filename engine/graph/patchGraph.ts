import { childrenOf, type Task, type Workflow } from '../model/index.ts';
import { alwaysJumps, buildExitEdges } from './buildEdges.ts';
import type { Graph, GraphEdge, GraphNode } from './Graph.ts';
import { overlay } from './overlay.ts';

/** A workflow and the graph that was built of it. */
export interface DrawnWorkflow {
  readonly workflow: Workflow;
  readonly graph: Graph;
}

/**
 * The graph of a workflow that differs from one before only within tasks, not in what leads where: the same edges, and
 * nodes with the new tasks. This is what most keystrokes come to. Null when the graph has to be built again.
 */
export function patchGraph({ workflow: before, graph }: DrawnWorkflow, workflow: Workflow): Graph | null {
  if (before.start !== workflow.start) return null;
  const changed = new Map<string, GraphNode>();
  if (!patchTasks(graph, { before: before.tasks, after: workflow.tasks }, changed)) return null;
  return changed.size === 0 ? graph : { nodes: overlay(graph.nodes, changed), edges: graph.edges };
}

interface TaskLists {
  readonly before: readonly Task[];
  readonly after: readonly Task[];
}

/** Collects the nodes of tasks that changed; false where one leads elsewhere than before. */
function patchTasks(graph: Graph, { before, after }: TaskLists, changed: Map<string, GraphNode>): boolean {
  if (before.length !== after.length) return false;
  for (const [index, task] of after.entries()) {
    const old = before[index];
    if (old === task) continue;
    const node = graph.nodes.get(task.id);
    if (old === undefined || node?.task !== old || !leadsAlike(old, task, graph)) return false;
    changed.set(node.id, { ...node, task });
    if (!patchTasks(graph, { before: childrenOf(old), after: childrenOf(task) }, changed)) return false;
  }
  return true;
}

/** Whether two tasks have the same edges, down to what is written next to them, their children omitted. */
function leadsAlike(before: Task, after: Task, { nodes }: Graph): boolean {
  if (before.id !== after.id || alwaysJumps(before) !== alwaysJumps(after)) return false;
  if (before.type !== after.type && childrenOf(after).length > 0) return false;
  const old = buildExitEdges(before, before.id, nodes);
  const now = buildExitEdges(after, after.id, nodes);
  return old.length === now.length && old.every((edge, index) => isSameEdge(edge, now[index]));
}

function isSameEdge(a: GraphEdge, b: GraphEdge | undefined): boolean {
  return b !== undefined && a.id === b.id && a.label === b.label && a.path.join('\n') === b.path.join('\n');
}
