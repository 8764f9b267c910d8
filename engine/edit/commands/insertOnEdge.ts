import { type Data, isDataMap, type Result } from '../../base/index.ts';
import type { Analysis, GraphEdge } from '../../graph/index.ts';
import { runsTogether } from '../../model/index.ts';
import { findNode, toNodeData } from '../../syntax/index.ts';
import type { Layout, Point, Refusal, Transaction } from '../../text/index.ts';
import { findTaskNode } from '../find/findTaskNode.ts';
import { findIdProblem } from '../find/freshId.ts';
import { refuse } from '../find/refuse.ts';
import { editFile, findSyntaxRefusal } from '../steps/editFile.ts';
import { placeInLayout } from '../steps/layoutEntries.ts';
import { memberOf } from '../steps/memberOf.ts';
import { agentSteps, formatDraft, type TaskDraft } from '../steps/newTask.ts';
import { insertAt } from '../steps/setAt.ts';
import { readNext, writeNext } from '../steps/writeNext.ts';
import { findList, newTaskId } from './addTask.ts';

/** A task to put on an edge. */
export interface Insertion extends TaskDraft {
  readonly edgeId: string;
  /** Where its card goes; kept only together with `layout`, the file's layout now. */
  readonly position?: Point | undefined;
  readonly layout?: Layout | undefined;
}

/**
 * Writes a new task between the two ends of a connection: the source leads to it, and its success to the old target.
 * What the connection passed is passed on, since the target reads it. On list order the list alone makes both lines.
 */
export function insertOnEdge(analysis: Analysis, args: Insertion): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const edge = analysis.graph.edges.find((candidate) => candidate.id === args.edgeId);
  if (!edge) return refuse('UNKNOWN_EDGE', args.edgeId, 'This connection is no longer there.');
  const source = findTaskNode(analysis, edge.source);
  if (!source.ok) return source;
  const { parent } = source.value;
  if (parent !== null && runsTogether(analysis.graph.nodes.get(parent)?.task.type)) {
    const message = 'The operations of a parallel task run side by side and cannot lead to each other.';
    return refuse('SIBLING_IN_PARALLEL', args.edgeId, message);
  }
  const list = findList(analysis, parent);
  if (!list.ok) return list;
  const id = newTaskId(analysis, args);
  const problem = findIdProblem(id);
  if (problem) return refuse('INVALID_ID', id, problem);

  const task = new Map(formatDraft(args, id));
  const isOrder = edge.via === 'sequence';
  if (!isOrder) task.set('on_success', leadOn(analysis, edge));
  const next = readNext(analysis.syntax, edge.path).map((target) => (target === edge.target ? id : target));
  const index = Number(source.value.task.path.at(-1)) + 1;
  const insertion = insertAt(list.value.path, index, task);
  const layout = args.position ? placeInLayout(args.layout, [[id, args.position]]) : undefined;
  const connection = isOrder ? [] : [writeNext(edge.path, next)];
  const steps = [...agentSteps(analysis, args), ...connection, insertion];
  return editFile(analysis, { origin: `insertOnEdge:${args.edgeId}`, steps, layout });
}

/** The success handler of the task in between: on to the old target, with the data that was meant for it. */
function leadOn(analysis: Analysis, edge: GraphEdge): Data {
  const handler = new Map<string, Data>([['next', edge.target]]);
  const node = findNode(analysis.syntax, [...edge.path, 'with']);
  const data = node ? toNodeData(node) : null;
  if (readNext(analysis.syntax, edge.path).length !== 1) return handler;
  if (isDataMap(data) && data.size > 0) {
    handler.set('with', new Map([...data.keys()].map((key) => [key, `{{ input${memberOf(key)} }}`])));
  } else if (typeof data === 'string') handler.set('with', '{{ input }}');
  return handler;
}
