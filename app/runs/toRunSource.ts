import { type Analysis, effectiveWorkflow, resolveUse, type Workflow, walkTasks } from '#engine';
import type { Kind } from '../ui/index.ts';

/** The workflow that a run was started with, and the names its tasks had then. */
export interface RunSource {
  readonly analysis: Analysis;
  /** What the task's row is drawn as: its type, or what a basic task uses. */
  readonly kindOf: (taskId: string) => Kind;
  /** The task's name, else its id. */
  readonly nameOf: (taskId: string) => string;
}

/** Reads the tasks of an analysis by the ids a run has for them: those of imported tasks and of what these hold, too. */
export function toRunSource(analysis: Analysis): RunSource {
  const workflow = effectiveWorkflow(analysis);
  const tasks = new Map([...walkTasks(workflow)].map(({ task }) => [task.id, task] as const).toReversed());
  return {
    analysis,
    kindOf: (taskId) => toKind(workflow, tasks.get(taskId)),
    nameOf: (taskId) => tasks.get(taskId)?.name ?? taskId,
  };
}

function toKind(workflow: Workflow, task: Parameters<typeof resolveUse>[1] | undefined): Kind {
  if (task === undefined) return 'unknown';
  if (task.type !== 'basic') return task.type;
  const use = resolveUse(workflow, task);
  switch (use.kind) {
    case 'agent':
      return 'agent';
    case 'tool':
    case 'core':
    case 'mcp':
      return 'tool';
    case 'unresolved':
    case 'none':
      return 'basic';
  }
}
