import { HANDLER_NAMES } from '../../../model/index.ts';
import type { Rule } from '../../subject/Rule.ts';

/** Tasks nothing leads to: they never run. Tasks inside such a task are not reported again. */
export const checkReachability: Rule = function* ({ analysis }) {
  const { nodes } = analysis.graph;
  if (nodes.size === 0) {
    const { agents, tools, memory, tasks } = analysis.workflow;
    const hasOthers = agents.length > 0 || tools.length > 0 || memory !== null;
    const message = hasOthers
      ? 'These definitions can be imported by other workflows. There are no tasks, so there is nothing to run here.'
      : 'There are no tasks yet, so there is nothing to run. Add the first under "tasks".';
    if (tasks.length === 0) yield { code: 'NO_TASKS', path: ['tasks'], part: 'key', message };
  }
  for (const { task, parent, isReachable } of nodes.values()) {
    if (isReachable || (parent !== null && nodes.get(parent)?.isReachable === false)) continue;
    const subject = task.id === '' ? 'this task' : `"${task.id}"`;
    const message = `Nothing leads to ${subject}, so it never runs. Name it in "next" of a handler such as ${HANDLER_NAMES[1]}, or remove it.`;
    yield { code: 'UNREACHABLE_TASK', path: task.id === '' ? task.path : [...task.path, 'id'], message };
  }
};
