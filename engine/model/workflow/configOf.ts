import type { AnyConfig } from './taskConfigs.ts';
import { traitsOf } from './taskTypes.ts';
import type { Task, UnknownTask } from './Workflow.ts';
import { childrenOf } from './walkTasks.ts';

const NONE: AnyConfig = {};

/** What a task has in its `config`, whatever its type. */
export function configOf(task: Task): AnyConfig {
  return isUnknown(task) ? NONE : task.config;
}

/** Whether a task that uses nothing answers with its input as it is (format.md 3 and 4). */
export function givesInput(task: Task): boolean {
  const { children, output } = traitsOf(task.type);
  if (children !== 'none') return childrenOf(task).length === 0;
  if (output === 'mapping') return configOf(task).mapping === undefined;
  return output === 'result' || isUnknown(task);
}

function isUnknown(task: Task): task is UnknownTask {
  return task.type === 'unknown';
}
