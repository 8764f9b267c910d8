import { resolveUse, walkTasks } from '../../../model/index.ts';
import { fixBySetting, type Rule } from '../../subject/Rule.ts';

/** The action a task asks its agent for: it exists, and is named where the agent has several. */
export const checkActions: Rule = function* (subject) {
  const { workflow } = subject.analysis;
  for (const { task } of walkTasks(workflow)) {
    const use = resolveUse(workflow, task);
    if (use.kind !== 'agent') continue;
    const ids = use.agent.actions.map(({ id }) => id);
    const path = [...task.path, 'action'];
    if (task.action === null) {
      if (ids.length < 2) continue;
      const message = `The agent "${use.agent.id}" has several actions (${ids.join(', ')}). Say with "action" which one runs.`;
      const fixes = fixBySetting(subject, path, ids[0] ?? '', `Add action: ${ids[0]}`);
      yield { code: 'ACTION_NEEDED', path: [...task.path, 'use'], message, fixes };
    } else if (use.action === null) {
      const near = subject.suggest(task.action, () => ids) ?? (ids.length === 1 ? ids[0] : undefined);
      const message = `The agent "${use.agent.id}" has no action "${task.action}".`;
      const hint = ids.length === 0 ? 'It has none: define it under "actions".' : `It has ${ids.join(', ')}.`;
      const fixes = near === undefined ? {} : { fixes: fixBySetting(subject, path, near, `Change to ${near}`) };
      yield { code: 'UNKNOWN_ACTION', path, message: `${message} ${hint}`, ...fixes };
    }
  }
};
