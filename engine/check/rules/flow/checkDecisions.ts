import type { Data } from '../../../base/index.ts';
import { configOf, type Task, traitsOf, walkTasks } from '../../../model/index.ts';
import { rootTypes } from '../../../types/index.ts';
import { listKeys, shapeOfCondition } from '../../subject/conditionShape.ts';
import { fixBySetting } from '../../subject/fixes.ts';
import type { Rule, Subject } from '../../subject/Rule.ts';

/** Values that the message names. */
const MOST_NAMED = 4;

/** The keys that a decision's value may be without a route for them; undefined where they cannot be listed. */
function missingKeys(subject: Subject, task: Task, condition: Data): readonly string[] | undefined {
  const routes = configOf(task).routes ?? [];
  const shape =
    condition === null
      ? undefined
      : shapeOfCondition(condition, rootTypes(subject.analysis, task, [...task.path, 'config', 'condition']));
  const keys = shape === undefined ? undefined : listKeys(shape);
  // A route with a condition of its own may match whatever the value is.
  if (routes.some(({ condition: own }) => own !== null)) return undefined;
  const missing = keys?.filter((key) => routes.every((route) => route.key !== key));
  return missing !== undefined && missing.length > MOST_NAMED ? undefined : missing;
}

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
    const missing = missingKeys(subject, task, config.condition ?? null);
    if (missing?.length === 0) continue;
    const when =
      missing === undefined
        ? 'When no route matches'
        : missing.join() === 'null'
          ? 'When the value is missing (null), no route matches, and'
          : `No route handles ${missing.map((key) => `"${key}"`).join(', ')}: then`;
    const message = `${when}${missing === undefined ? ',' : ''} this decision fails with ROUTING_ERROR. Add "default" to set where to go then.`;
    const fixes = fixBySetting(
      subject,
      [...task.path, 'config', 'default'],
      new Map([['next', 'end']]),
      'Add a default that ends',
    );
    yield { code: 'DECISION_WITHOUT_DEFAULT', path: [...task.path, 'config', 'routes'], part: 'key', message, fixes };
  }
};
