import type { Analysis, GraphNode } from '../../graph/index.ts';
import { childrenOf, configOf, type HandlerName, runsInOrder, runsTogether, type Task } from '../../model/index.ts';
import type { Path } from '../../text/index.ts';
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

/** Whether a list of tasks goes on after one of them has failed. */
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
