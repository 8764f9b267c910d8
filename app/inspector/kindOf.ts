import { resolveUse, type Task, type Workflow } from '#engine';
import type { Kind } from '../ui/index.ts';

/** The icon of a task: its type's, or that of what a basic task uses. */
export function kindOf(workflow: Workflow, task: Task): Kind {
  if (task.type !== 'basic') return task.type;
  const use = resolveUse(workflow, task);
  if (use.kind === 'agent') return 'agent';
  return use.kind === 'none' ? 'basic' : 'tool';
}
