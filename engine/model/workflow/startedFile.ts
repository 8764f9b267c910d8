import { type Data, isDataMap } from '../../base/index.ts';
import { exitsOf } from './exitsOf.ts';
import { type Task, type Workflow, walkTasks } from './Workflow.ts';

/**
 * The file that a task of `core:workflow` runs, as a path of the workspace; null where the text does not name one: it is a template, or may
 * come from the task before.
 */
export function startedFile(workflow: Workflow, task: Task): string | null {
  const file = isDataMap(task.with) ? task.with.get('file') : undefined;
  if (typeof file !== 'string' || file.includes('{{') || givenFile(workflow).has(task.id)) return null;
  return file
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/');
}

/** Workflows never change, and each of their tasks is asked about. */
const known = new WeakMap<Workflow, ReadonlySet<string>>();

/** The ids of tasks that may be given another file by what leads to them: that comes before their own (format.md 2). */
function givenFile(workflow: Workflow): ReadonlySet<string> {
  let given = known.get(workflow);
  if (given === undefined) {
    const targets = walkTasks(workflow).flatMap(({ task }) => exitsOf(task).map(({ target }) => target));
    given = new Set(targets.flatMap((target) => (mayName(target.with) ? target.next : [])));
    known.set(workflow, given);
  }
  return given;
}

function mayName(passed: Data | null): boolean {
  return passed !== null && (!isDataMap(passed) || passed.get('file') !== undefined);
}
