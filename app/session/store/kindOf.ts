import { resolveUse, type Task, traitsOf, type Workflow } from '#engine/model';
import type { Kind } from '../../ui/index.ts';

/**
 * What a task is drawn as: its type (a new one gets its icon and colour in `ui/KindIcon.tsx`), or what it uses where its
 * output is the result of that: an agent, a built-in, another tool.
 */
export function kindOf(workflow: Workflow, task: Task): Kind {
  const own: Kind = task.type;
  if (traitsOf(own).output !== 'result') return own;
  const use = resolveUse(workflow, task);
  if (use.kind === 'agent') return 'agent';
  if (use.kind === 'core') return `core:${use.name}`;
  return use.kind === 'unresolved' || use.kind === 'none' ? own : 'tool';
}
