import { type Data, type Err, isDataMap, ok, type Result } from '../../base/index.ts';
import { type Analysis, formatEdgeId, type GraphEdge, type GraphNode } from '../../graph/index.ts';
import { configOf, type EdgeVia, pathOfExit, routeVia, runsTogether } from '../../model/index.ts';
import { findNode, toNodeData } from '../../syntax/index.ts';
import type { Path, Refusal, Transaction } from '../../text/index.ts';
import { findTarget, findTaskNode, findWrittenEdge, readTaskNames } from '../find/findTaskNode.ts';
import { freshRouteKey } from '../find/freshId.ts';
import { type RefusalCode, refuse, withTaskNames } from '../find/refuse.ts';
import { editFile, findSyntaxRefusal, readNext, removePath, type Step, setAt, writeNext } from '../steps/editFile.ts';

/** Where a connection leaves its task: a handler, a route, the default, or (`routes`) a new route of a decision. */
export type ExitName = EdgeVia | 'routes';

/** A line to draw from one task to another. */
export interface Connection {
  /** The id of a node, or the one an imported task has from its file; so for `target`. */
  readonly source: string;
  readonly via: ExitName;
  /** A task, or `end`. */
  readonly target: string;
  /** Key of the new route where `via` is `routes`; without one a free key is made from the target's id. */
  readonly routeKey?: string | undefined;
}

/**
 * Leads a handler or route of a task to another task. Where it leads somewhere already, both run (a list of ids);
 * `end` is replaced. Refused where the format has no such connection: out of a container, between operations of a
 * parallel task, from a handler of another task type, twice.
 */
export function connectTasks(analysis: Analysis, args: Connection): Result<Transaction, Refusal> {
  const exit = askConnection(analysis, args);
  if (!exit.ok) return exit;
  const { node, via, target, path } = exit.value;
  const next = addNext(readNext(analysis.syntax, path), target);
  const origin = `connectTasks:${formatEdgeId(node.id, via, target)}`;
  return editFile(analysis, { origin, steps: [writeNext(path, next)] });
}

/** Whether {@link connectTasks} would connect these two: its refusal without the work, for lists of possible targets. */
export function askConnection(analysis: Analysis, args: Connection): Result<FoundExit, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const exit = findExit(analysis, args);
  if (!exit.ok) return exit;
  const { node, via } = exit.value;
  return findConnectionProblem(analysis, { source: node, via, target: args.target }) ?? exit;
}

/** The ids a handler leads to once it also leads to the target. */
export function addNext(next: readonly string[], target: string): readonly string[] {
  return [...next.filter((id) => id !== 'end'), target];
}

/** A handler or route of a task, there or not yet, and the path of its text. */
export interface FoundExit {
  readonly node: GraphNode;
  readonly via: EdgeVia;
  readonly path: Path;
  /** The target as the text names it. */
  readonly target: string;
}

/** Finds the place in the text that a connection is written at. Refused where the task's type has no such exit. */
export function findExit(
  analysis: Analysis,
  { source, via, target, routeKey }: Connection,
): Result<FoundExit, Refusal> {
  const names = readTaskNames(analysis);
  const found = findTaskNode(analysis, analysis.graph.nodes.has(source) ? source : names.nodeOf(source));
  if (!found.ok) return found;
  const node = found.value;
  const written = names.nameOf(target);
  const key = routeKey ?? freshRouteKey(analysis, node.id, written);
  const exitVia: EdgeVia = via === 'routes' ? routeVia('config', key) : via;
  const known = via === 'routes' ? (configOf(node.task).routes ?? []) : [];
  if (known.some((route) => route.key === key)) {
    const message = `“${node.id}” already has a route “${key}”. Choose another key.`;
    return withTaskNames(analysis, refuse('DUPLICATE_ROUTE', key, message));
  }
  const path = pathOfExit(node.task, exitVia);
  if (path) return ok({ node, via: exitVia, path, target: written });
  if (exitVia === 'sequence') {
    return refuse('ORDER_OF_LIST', source, 'The order of the list makes this connection. Move the task in its list.');
  }
  return refuse('HANDLER_NOT_OF_TYPE', exitVia, `A ${node.task.type} task has no ${exitVia}.`);
}

interface ConnectionRequest {
  readonly source: GraphNode;
  readonly via: EdgeVia;
  readonly target: string;
}

/** Why these two cannot be connected so; null when they can. */
export function findConnectionProblem(analysis: Analysis, request: ConnectionRequest): Err<Refusal> | null {
  const { source, via, target } = request;
  const isEnd = target === 'end' && !analysis.graph.nodes.has('end');
  const found = isEnd ? null : findTarget(analysis, target);
  if (found?.ok === false) return found;
  const [code, message] = (found && findPlaceProblem(analysis, source, found.value.node)) ?? [];
  if (code && message) return refuse(code, target, message);
  const name = found?.value.name ?? target;
  if (source === found?.value.node && (via === 'on_start' || via === 'on_success' || via === 'on_complete')) {
    const advice = `“${name}” would run for ever. Lead it back to itself by a route or an error.`;
    return refuse('SELF_CONNECTION', target, advice);
  }
  const id = formatEdgeId(source.id, via, name);
  if (!analysis.graph.edges.some((edge) => edge.id === id)) return null;
  return withTaskNames(analysis, refuse('ALREADY_CONNECTED', id, `“${source.id}” already leads there.`));
}

function findPlaceProblem(analysis: Analysis, source: GraphNode, target: GraphNode): [RefusalCode, string] | null {
  if (source.parent !== target.parent) {
    const message =
      'A task leads only to tasks in the same container. Move one of them, or connect the container itself.';
    return ['TARGET_OUTSIDE_CONTAINER', message];
  }
  const parent = source.parent === null ? undefined : analysis.graph.nodes.get(source.parent);
  if (!runsTogether(parent?.task.type)) return null;
  return ['SIBLING_IN_PARALLEL', 'The operations of a parallel task run side by side and cannot lead to each other.'];
}

/** An edge and the ends it gets. */
interface Reconnection {
  readonly edgeId: string;
  /** The task it leaves from now on; as before when absent. */
  readonly source?: string | undefined;
  /** The handler or route it leaves by; as before when absent. */
  readonly via?: ExitName | undefined;
  readonly target: string;
}

/**
 * Moves one end of a connection, or both. A new target takes the old one's place in the text; a new source or handler
 * takes the connection along with its `with`, unless other targets share that.
 */
export function reconnectEdge(analysis: Analysis, args: Reconnection): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const found = findWrittenEdge(analysis, args.edgeId);
  if (!found.ok) return found;
  const edge = found.value;
  const source = args.source ?? edge.source;
  const via = args.via ?? edge.via;
  const staysAt = source === edge.source && via === edge.via;
  const target = readTaskNames(analysis).nameOf(args.target);
  if (staysAt && target === edge.target) return ok({ origin: 'reconnectEdge', changes: [] });
  const exit = findExit(analysis, { source, via, target });
  if (!exit.ok) return exit;
  const blocked = findConnectionProblem(analysis, {
    source: exit.value.node,
    via: exit.value.via,
    target,
  });
  if (blocked) return blocked;
  const written = readNext(analysis.syntax, edge.path);
  const origin = `reconnectEdge:${args.edgeId}`;
  if (staysAt) {
    const next = written.map((id) => (id === edge.target ? target : id));
    return editFile(analysis, { origin, steps: [writeNext(edge.path, next)] });
  }
  const arriving = addNext(readNext(analysis.syntax, exit.value.path), target);
  const rest = written.filter((id) => id !== edge.target);
  const steps = [
    ...moveData(analysis, edge, exit.value.path),
    writeNext(exit.value.path, arriving),
    writeNext(edge.path, rest),
  ];
  return editFile(analysis, { origin, steps });
}

/** The `with` of a connection that is alone in its handler goes along, where the new handler has none. */
function moveData(analysis: Analysis, edge: GraphEdge, to: GraphEdge['path']): Step[] {
  const held = readData(analysis, [...edge.path, 'with']);
  const isShared = readNext(analysis.syntax, edge.path).length > 1;
  if ((!isDataMap(held) && typeof held !== 'string') || isShared || readData(analysis, [...to, 'with']) !== undefined)
    return [];
  return [removePath([...edge.path, 'with']), setAt([...to, 'with'], held)];
}

function readData(analysis: Analysis, path: GraphEdge['path']): Data | undefined {
  const node = findNode(analysis.syntax, path);
  return node ? toNodeData(node) : undefined;
}
