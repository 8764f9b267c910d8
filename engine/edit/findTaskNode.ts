import { ok, type Result } from '../base/index.ts';
import type { Analysis, GraphEdge, GraphNode } from '../graph/index.ts';
import type { Refusal } from '../text/index.ts';
import { refuse } from './refuse.ts';

/** The node with this id of the graph. Refused with `UNKNOWN_TASK`. */
export function findTaskNode(analysis: Analysis, id: string): Result<GraphNode, Refusal> {
  const node = analysis.graph.nodes.get(id);
  return node ? ok(node) : refuse('UNKNOWN_TASK', id, `There is no task “${id}” in this file.`);
}

/**
 * The node, if other tasks can name it: it has an id, and no task before it has the same. Refused with
 * `UNKNOWN_TASK`, `INVALID_ID` (none) or `DUPLICATE_ID`.
 */
export function findNamedNode(analysis: Analysis, id: string): Result<GraphNode, Refusal> {
  const found = findTaskNode(analysis, id);
  if (!found.ok) return found;
  const { task } = found.value;
  if (task.id === '') return refuse('INVALID_ID', id, 'This task has no id yet. Give it one first.');
  if (task.id === id) return found;
  return refuse('DUPLICATE_ID', task.id, `Two tasks have the id “${task.id}”. Rename one of them first.`);
}

/** The edge with this id. Refused with `UNKNOWN_EDGE`; with `ORDER_OF_LIST` when no text makes it. */
export function findWrittenEdge(analysis: Analysis, edgeId: string): Result<GraphEdge, Refusal> {
  const edge = analysis.graph.edges.find((candidate) => candidate.id === edgeId);
  if (!edge) return refuse('UNKNOWN_EDGE', edgeId, 'This connection is no longer there.');
  if (edge.via !== 'sequence') return ok(edge);
  return refuse(
    'ORDER_OF_LIST',
    edgeId,
    'This connection is the order of the list. Move a task, or connect one by hand.',
  );
}
