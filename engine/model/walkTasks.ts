import type { Task, Workflow } from './Workflow.ts';

/** One task with its container (null at the top) and its place in the list it stands in, from 0. */
export interface TaskPlace {
  readonly task: Task;
  readonly parent: Task | null;
  readonly index: number;
}

/** The tasks inside a container in list order; empty for every other task. */
export function childrenOf(task: Task): readonly Task[] {
  return 'tasks' in task ? task.tasks : [];
}

/** All tasks in document order, each container before its children. */
export function* walkTasks(workflow: Workflow): Iterable<TaskPlace> {
  yield* walkList(workflow.tasks, null);
}

/** The first task with this id in document order, at any depth. */
export function findTask(workflow: Workflow, id: string): Task | undefined {
  for (const { task } of walkTasks(workflow)) if (task.id === id) return task;
  return undefined;
}

function* walkList(tasks: readonly Task[], parent: Task | null): Iterable<TaskPlace> {
  for (const [index, task] of tasks.entries()) {
    yield { task, parent, index };
    yield* walkList(childrenOf(task), task);
  }
}
