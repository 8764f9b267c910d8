import { type Data, isDataMap } from '../../base/index.ts';
import { exitsOf } from './exitsOf.ts';
import type { Task, Workflow } from './Workflow.ts';
import { walkTasks } from './walkTasks.ts';

/**
 * The file that a task of `core:workflow` runs, as a path of the workspace; null where the text does not name one: it is a template, or may
 * come from the task before.
 */
export function startedFile(workflow: Workflow, task: Task): string | null {
  const file = isDataMap(task.with) ? task.with.get('file') : undefined;
  if (typeof file !== 'string' || file.includes('{{') || isGivenFile(workflow, task.id)) return null;
  return file
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/');
}

/** Whether what leads to a task may give it another file: that comes before its own (format.md 2). */
function isGivenFile(workflow: Workflow, taskId: string): boolean {
  for (const { task } of walkTasks(workflow))
    for (const { target } of exitsOf(task)) if (target.next.includes(taskId) && mayName(target.with)) return true;
  return false;
}

function mayName(given: Data | null): boolean {
  return given !== null && (!isDataMap(given) || given.get('file') !== undefined);
}
