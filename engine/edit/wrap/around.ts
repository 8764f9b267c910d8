import type { Analysis, GraphNode } from '../../graph/index.ts';
import { childrenOf, configOf, type HandlerName, runsInOrder, runsTogether, type Task } from '../../model/index.ts';
import type { Path } from '../../text/index.ts';
import { startsWith } from '../find/shiftPath.ts';
import { findReferences } from '../steps/rewriteReferences.ts';

/** Handlers of a container that are called for each task in it. */
const PER_TASK: ReadonlySet<HandlerName> = new Set([
  'on_task_start',
  'on_task_complete',
  'on_operation_start',
  'on_operation_complete',
]);

/** What a container calls for each of the tasks in it, as the end of a sentence about it; null where it calls nothing. */
export function findPerTaskCall(container: GraphNode | null): string | null {
  const handler = container?.task.handlers.find(({ name, next }) => PER_TASK.has(name) && next.length > 0);
  return handler === undefined ? null : `calls “${handler.next.join('” and “')}” for each task in it (${handler.name})`;
}

/** Whether a list of tasks continues after one of them has failed. */
export function continuesOnError(container: GraphNode | null): boolean {
  if (container === null || !runsInOrder(container.task.type)) return false;
  const handling = configOf(container.task).errorHandling ?? 'stop';
  return handling !== 'stop';
}

/**
 * The first of some tasks that reads, or holds one that reads, which operation of a parallel task it is; undefined where
 * none does. What the operations of a parallel task inside read is which of these they are.
 */
export function findOperationReader({ syntax }: Analysis, nodes: readonly GraphNode[]): GraphNode | undefined {
  return nodes.find(({ task }) =>
    findReferences(syntax, task.path).some(
      ({ reference, path }) =>
        reference.root === 'operation_id' && !hasOwnOperation(task, path.slice(task.path.length)),
    ),
  );
}

/**
 * The first of some tasks that reads, or holds one that reads, what it gave in the round before, of a loop that continues from `ids`
 * and back to them; undefined where none does. A container is begun again in each round, and its tasks know of no round before.
 */
export function findRoundReader(
  analysis: Analysis,
  nodes: readonly GraphNode[],
  ids: ReadonlySet<string>,
): Task | undefined {
  const reader = nodes
    .flatMap(({ task }) => [task, ...listInside(task)])
    .find(({ id, path }) =>
      findReferences(analysis.syntax, path).some(
        ({ reference, path: place }) =>
          reference.root === 'tasks' && reference.path[0] === id && !startsWith(place, [...path, 'tasks']),
      ),
    );
  return reader !== undefined && leadsBack(analysis, ids) ? reader : undefined;
}

function listInside(task: Task): readonly Task[] {
  return childrenOf(task).flatMap((child) => [child, ...listInside(child)]);
}

/** Whether a way continues from tasks, through others, and back to one of them. */
function leadsBack({ graph }: Analysis, ids: ReadonlySet<string>): boolean {
  const seen = new Set<string>();
  const open = [...ids];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const { source, target } of graph.edges) {
      if (source !== at || (ids.has(source) && ids.has(target) && ids.size > 1)) continue;
      if (ids.has(target)) return true;
      if (!seen.has(target)) open.push(target);
      seen.add(target);
    }
  return false;
}

/** Whether `operation_id` at a place inside a task is that of the task itself, or of one inside it. */
function hasOwnOperation(task: Task, [key, index, ...rest]: Path): boolean {
  if (key !== 'tasks' || typeof index !== 'number') {
    const isHandler = typeof key === 'string' && key.startsWith('on_');
    return isOneOperation(task) && !isHandler;
  }
  if (runsTogether(task.type)) return true;
  const child = childrenOf(task)[index];
  return child !== undefined && hasOwnOperation(child, rest);
}

/** A parallel or composite task without tasks runs what it uses as its one operation. */
function isOneOperation(task: Task): boolean {
  return (runsTogether(task.type) || runsInOrder(task.type)) && childrenOf(task).length === 0;
}
