import { ok, type Result } from '../../base/index.ts';
import { type Analysis, drawnGraph, effectiveWorkflow, type GraphEdge, type GraphNode } from '../../graph/index.ts';
import { walkTasks } from '../../model/index.ts';
import type { Refusal } from '../../text/index.ts';
import { refuse } from './refuse.ts';

/** The node with this id of the graph. Refused with `UNKNOWN_TASK`. */
export function findTaskNode(analysis: Analysis, id: string): Result<GraphNode, Refusal> {
  const node = analysis.graph.nodes.get(id);
  if (node) return ok(node);
  // What holds a "#" is a place in a text that was another one then.
  const message = id.includes('#') ? 'This task is no longer there.' : `There is no task “${id}” in this file.`;
  return refuse('UNKNOWN_TASK', id, message);
}

/** A node and the id by which other tasks name it. */
export interface NamedNode {
  readonly node: GraphNode;
  readonly name: string;
}

/**
 * The node of an id, or the imported one that has this id from its file, with the id that leads to it. Refused as
 * {@link findNamedNode}, save for what has its id from an import.
 */
export function findTarget(analysis: Analysis, id: string): Result<NamedNode, Refusal> {
  const names = readTaskNames(analysis);
  const nodeId = analysis.graph.nodes.has(id) ? id : names.nodeOf(id);
  const name = names.nameOf(nodeId);
  const found = name === nodeId ? findNamedNode(analysis, nodeId) : findTaskNode(analysis, nodeId);
  return found.ok ? ok({ node: found.value, name }) : found;
}

/**
 * The node, if other tasks can name it: it has an id, and no task before it has the same. Refused with
 * `UNKNOWN_TASK`, `INVALID_ID` (none) or `DUPLICATE_ID`.
 */
export function findNamedNode(analysis: Analysis, id: string): Result<GraphNode, Refusal> {
  const found = findTaskNode(analysis, id);
  if (!found.ok) return found;
  const { task } = found.value;
  if (task.id === '') return refuseWithoutId(analysis, id);
  if (task.id === id) return found;
  return refuse('DUPLICATE_ID', task.id, `Two tasks have the id “${task.id}”. Rename one of them first.`);
}

function refuseWithoutId(analysis: Analysis, id: string) {
  const name = readTaskNames(analysis).nameOf(id);
  if (name === id) return refuse('INVALID_ID', id, 'This task has no id yet. Give it one first.');
  const message = `This task has its id “${name}” only from what it imports. Give it one here first.`;
  return refuse('INVALID_ID', id, message);
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

/** What nodes of the graph are called by the tasks that lead to them: their ids, or those they have from what they import. */
interface TaskNames {
  /** The id of the node that a written id leads to; the same id where there is none. */
  nodeOf(written: string): string;
  /** The id that leads to a node; its own where it has none. */
  nameOf(node: string): string;
}

const known = new WeakMap<Analysis, TaskNames>();

/** The names of an analysis, the same object for the same one; of one without resolved imports they are the ids in the text. */
export function readTaskNames(analysis: Analysis): TaskNames {
  let names = known.get(analysis);
  if (names === undefined) known.set(analysis, (names = collectNames(analysis)));
  return names;
}

function collectNames(analysis: Analysis): TaskNames {
  const names = new Map<string, string>();
  const nodes = new Map<string, string>();
  for (const [id, { task }] of drawnGraph(analysis).nodes) {
    if (task.import === null || task.id === '' || analysis.graph.nodes.has(task.id) || nodes.has(task.id)) continue;
    names.set(id, task.id);
    nodes.set(task.id, id);
  }
  return { nodeOf: (written) => nodes.get(written) ?? written, nameOf: (node) => names.get(node) ?? node };
}

/** Every task id in use here, those from imports and inside imported containers included, and `end`. */
export function takenIds(analysis: Analysis): Set<string> {
  const taken = new Set(['end']);
  for (const workflow of new Set([analysis.workflow, effectiveWorkflow(analysis)])) {
    for (const { task } of walkTasks(workflow)) taken.add(task.id);
  }
  return taken;
}
