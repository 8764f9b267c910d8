import type { Data } from '../../../base/index.ts';
import { childrenOf, traitsOf, walkTasks } from '../../../model/index.ts';
import type { Rule } from '../../subject/Rule.ts';

/** Containers with nothing in them: they do no work, and answer with what they are given (format.md 4). */
export const checkBodies: Rule = function* ({ analysis }) {
  for (const { task } of walkTasks(analysis.workflow)) {
    const { children } = traitsOf(task.type);
    if (children === 'none' || childrenOf(task).length > 0 || task.use !== null || task.import !== null) continue;
    if (children === 'item' && makesItems(task.with)) continue;
    const what =
      children === 'item'
        ? 'This collection does nothing with its items: each gives its own input again.'
        : `This ${task.type} task holds no tasks: its output is its input.`;
    yield { code: 'EMPTY_CONTAINER', path: [...task.path, 'type'], message: `${what} Add "tasks", or "use".` };
  }
};

/** Whether a collection's own `with`, which is evaluated for each item, says more than what the items are. */
function makesItems(data: Data | null): boolean {
  return data instanceof Map ? [...data.keys()].some((key) => key !== 'items') : data !== null;
}
