import { type Data, isDataMap, ok, type Result } from '../../base/index.ts';
import type { Analysis, GraphEdge } from '../../graph/index.ts';
import { CONTAINER_TYPES, holdsTasks, runsTogether } from '../../model/index.ts';
import { findNode, toNodeData } from '../../syntax/index.ts';
import type { Layout, Path, Point, Refusal, Transaction } from '../../text/index.ts';
import { findTaskNode, findWrittenEdge } from '../find/findTaskNode.ts';
import { findIdProblem } from '../find/freshId.ts';
import { refuse } from '../find/refuse.ts';
import { editFile, findSyntaxRefusal, insertAt, readNext, type Step, writeNext } from '../steps/editFile.ts';
import { placeInLayout } from '../steps/layoutEntries.ts';
import { memberOf } from '../steps/memberOf.ts';
import { agentSteps, formatDraft, idForDraft, type TaskDraft } from '../steps/newTask.ts';
import { addNext, type ExitName, findExit } from './connectTasks.ts';

/** A task to add and where it goes. */
export interface NewTask extends TaskDraft {
  /** The task and the handler or route that lead to the new one. */
  readonly after?:
    | {
        readonly source: string;
        readonly via: ExitName;
        readonly routeKey?: string | undefined;
        /** The edge of `source` that leads to the new task from now on, in place of one more. */
        readonly instead?: string | undefined;
      }
    | undefined;
  /** The container it is in; the top when null. When absent, that of the task it comes after. */
  readonly parent?: string | null | undefined;
  /** Where its card goes; kept only together with `layout`, the file's layout now. */
  readonly position?: Point | undefined;
  readonly layout?: Layout | undefined;
}

/**
 * Writes a new task, after the task that leads to it or at the end of its list, and connects it. Its id is
 * {@link newTaskId} of the same arguments.
 */
export function addTask(analysis: Analysis, args: NewTask): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const id = newTaskId(analysis, args);
  const problem = findIdProblem(id);
  if (problem) return refuse('INVALID_ID', id, problem);
  const place = findPlace(analysis, args);
  if (!place.ok) return place;
  const connection = connectTo(analysis, id, { after: args.after, parent: place.value.parent });
  if (!connection.ok) return connection;
  const insertion = insertAt(place.value.listPath, place.value.index, formatDraft(args, id));
  const layout = args.position ? placeInLayout(args.layout, [[id, args.position]]) : undefined;
  const steps = [...agentSteps(analysis, args), ...connection.value, insertion];
  return editFile(analysis, { origin: `addTask:${id}`, steps, layout });
}

/** The id that {@link addTask} and `insertOnEdge` give a new task. */
export function newTaskId(analysis: Analysis, draft: TaskDraft): string {
  return idForDraft(analysis, draft);
}

/** A place in a list of tasks. */
export interface ListPlace {
  readonly parent: string | null;
  readonly listPath: Path;
  readonly index: number;
}

/** Where a new task is written: behind the task it comes after where they share a list, else at the list's end. */
export function findPlace(analysis: Analysis, args: Pick<NewTask, 'after' | 'parent'>): Result<ListPlace, Refusal> {
  const source = args.after ? findTaskNode(analysis, args.after.source) : null;
  if (source && !source.ok) return source;
  const parent = args.parent === undefined ? (source?.value.parent ?? null) : args.parent;
  const list = findList(analysis, parent);
  if (!list.ok) return list;
  const isSibling = source?.value.parent === parent;
  const after = isSibling ? Number(source?.value.task.path.at(-1)) + 1 : list.value.count;
  return ok({ parent, listPath: list.value.path, index: after });
}

/** The list of tasks of a container (null: of the document), there or not. Refused with `NOT_A_CONTAINER`. */
export function findList(analysis: Analysis, parent: string | null): Result<{ path: Path; count: number }, Refusal> {
  if (parent === null) return ok({ path: ['tasks'], count: analysis.workflow.tasks.length });
  const container = findTaskNode(analysis, parent);
  if (!container.ok) return container;
  const { task, children } = container.value;
  if (!holdsTasks(task.type)) {
    return refuse(
      'NOT_A_CONTAINER',
      parent,
      `A ${task.type} task holds no tasks. Tasks of these types do: ${CONTAINER_TYPES.join(', ')}.`,
    );
  }
  return ok({ path: [...task.path, 'tasks'], count: children.length });
}

interface Arrival {
  readonly after: NewTask['after'];
  readonly parent: string | null;
}

/** The steps that lead the source to a task that is not there yet. List order needs none. */
function connectTo(analysis: Analysis, id: string, { after, parent }: Arrival): Result<readonly Step[], Refusal> {
  if (!after || after.via === 'sequence') return ok([]);
  const exit = findExit(analysis, { ...after, target: id });
  if (!exit.ok) return exit;
  if (exit.value.node.parent !== parent) {
    return refuse('TARGET_OUTSIDE_CONTAINER', id, 'A task leads only to tasks in the same container.');
  }
  if (parent !== null && runsTogether(analysis.graph.nodes.get(parent)?.task.type)) {
    return refuse(
      'SIBLING_IN_PARALLEL',
      id,
      'The operations of a parallel task run side by side and cannot lead to each other.',
    );
  }
  if (after.instead !== undefined) return leadElsewhere(analysis, after.instead, id);
  const { path } = exit.value;
  return ok([writeNext(path, addNext(readNext(analysis.syntax, path), id))]);
}

/** The step that gives an edge another target, in the place of the one it had. */
function leadElsewhere(analysis: Analysis, edgeId: string, id: string): Result<readonly Step[], Refusal> {
  const edge = findWrittenEdge(analysis, edgeId);
  if (!edge.ok) return edge;
  const { path, target } = edge.value;
  const next = readNext(analysis.syntax, path).map((before) => (before === target ? id : before));
  return ok([writeNext(path, next)]);
}

/** A task to put on an edge. */
interface Insertion extends TaskDraft {
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
