import { childrenOf, type Task, type Workflow } from '../model/index.ts';
import { buildExitEdges, buildSequenceEdges } from './buildEdges.ts';
import { findReachable } from './findReachable.ts';
import type { Graph, GraphEdge, GraphNode } from './Graph.ts';

/**
 * The graph of a workflow: one node per task in document order, containers before their children, and one edge per
 * handler, route, default or list order that leads somewhere. The start is the task `start` names at the top level,
 * else the first one.
 */
export function buildGraph(workflow: Workflow): Graph {
  const drafts = new Map<string, Draft>();
  collect(workflow.tasks, null, drafts);
  const edges = [...drafts].flatMap(([id, draft]) => [
    ...buildExitEdges(draft.task, id, drafts),
    ...buildSequenceEdges(draft.task, draft.children),
  ]);
  const start = findStart(workflow, drafts);
  const reachable = findReachable(start, drafts, edges);
  const nodes = new Map<string, GraphNode>();
  for (const [id, draft] of drafts) {
    nodes.set(id, { id, ...draft, isStart: id === start, isReachable: reachable.has(id) });
  }
  return { nodes, edges };
}

/** The edges of a graph by their source, in the order of the graph. */
export function edgesBySource(edges: readonly GraphEdge[]): ReadonlyMap<string, readonly GraphEdge[]> {
  const bySource = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const known = bySource.get(edge.source);
    if (known === undefined) bySource.set(edge.source, [edge]);
    else known.push(edge);
  }
  return bySource;
}

type Draft = Pick<GraphNode, 'task' | 'parent' | 'children'>;

function collect(tasks: readonly Task[], parent: string | null, drafts: Map<string, Draft>): readonly string[] {
  return tasks.map((task) => {
    const place = `#${task.path.join('/')}`;
    const id = task.id !== '' && !drafts.has(task.id) ? task.id : `${task.id}${place}`;
    drafts.set(id, { task, parent, children: [] });
    const children = collect(childrenOf(task), id, drafts);
    if (children.length > 0) drafts.set(id, { task, parent, children });
    return id;
  });
}

function findStart(workflow: Workflow, drafts: ReadonlyMap<string, Draft>): string | null {
  if (workflow.start !== null && drafts.get(workflow.start)?.parent === null) return workflow.start;
  for (const id of drafts.keys()) return id;
  return null;
}
