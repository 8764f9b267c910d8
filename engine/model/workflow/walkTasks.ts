import type { Task, Workflow } from './Workflow.ts';

/** One task with its container (null at the top) and its index in its list, from 0. */
export interface TaskPlace {
  readonly task: Task;
  readonly parent: Task | null;
  readonly index: number;
}

/** The tasks inside a container in list order; empty for every other task. */
export function childrenOf(task: Task): readonly Task[] {
  return 'tasks' in task ? task.tasks : [];
}

const listed = new WeakMap<readonly Task[], readonly TaskPlace[]>();

/** All tasks in document order, each container before its children. Listed once: many ask. */
export function walkTasks({ tasks }: Workflow): readonly TaskPlace[] {
  let places = listed.get(tasks);
  if (places === undefined) {
    const found: TaskPlace[] = [];
    collect(tasks, null, found);
    places = found;
    listed.set(tasks, places);
  }
  return places;
}

/** The first task with this id in document order, at any depth. */
export function findTask(workflow: Workflow, id: string): Task | undefined {
  for (const { task } of walkTasks(workflow)) if (task.id === id) return task;
  return undefined;
}

function collect(tasks: readonly Task[], parent: Task | null, found: TaskPlace[]): void {
  let index = 0;
  for (const task of tasks) {
    found.push({ task, parent, index: index++ });
    if ('tasks' in task) collect(task.tasks, task, found);
  }
}
