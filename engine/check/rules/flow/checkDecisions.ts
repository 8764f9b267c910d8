import { configOf, traitsOf, walkTasks } from '../../../model/index.ts';
import { fixBySetting } from '../../subject/fixes.ts';
import type { Rule } from '../../subject/Rule.ts';

/** Decisions whose value may match no route: without a default the task then fails with ROUTING_ERROR. */
export const checkDecisions: Rule = function* (subject) {
  for (const { task } of walkTasks(subject.analysis.workflow)) {
    const config = configOf(task);
    if (!traitsOf(task.type).hasRoutes || config.default != null) continue;
    const routes = config.routes ?? [];
    const keys = routes.map(({ key }) => key);
    const hasBoth = keys.includes('true') && keys.includes('false');
    const isCaught = task.handlers.some(
      ({ name, next }) => /^on_(?:condition_nomatch|success|complete)$/.test(name) && next.length > 0,
    );
    if (routes.length === 0 || hasBoth || isCaught) continue;
    const message = `When no route matches, this decision fails with ROUTING_ERROR. Add "default" to set where to go then.`;
    const fixes = fixBySetting(
      subject,
      [...task.path, 'config', 'default'],
      new Map([['next', 'end']]),
      'Add a default that ends',
    );
    yield { code: 'DECISION_WITHOUT_DEFAULT', path: [...task.path, 'config', 'routes'], part: 'key', message, fixes };
  }
};
