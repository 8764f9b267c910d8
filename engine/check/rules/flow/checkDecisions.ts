import { assertNever, type Data } from '../../../base/index.ts';
import { configOf, type Task, traitsOf, walkTasks } from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { rootTypes } from '../../../types/index.ts';
import { listKeys, shapeOfCondition } from '../../subject/conditionShape.ts';
import { type Constancy, createConstancy } from '../../subject/constants.ts';
import { type Finding, fixBySetting, type Rule, type Subject } from '../../subject/Rule.ts';

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

/** Conditions that read nothing that could change: what they decide is decided already. */
export const checkConstants: Rule = function* (subject) {
  const constancyOf = createConstancy(subject);
  for (const { task } of walkTasks(subject.analysis.workflow)) {
    for (const { condition, path, kind } of conditionsOf(task)) {
      const constancy = constancyOf(condition, path);
      if (constancy !== 'open') yield { code: 'CONSTANT_CONDITION', path, message: explain(kind, constancy) };
    }
    yield* checkInterval(task);
  }
};

interface Condition {
  readonly condition: Parameters<ReturnType<typeof createConstancy>>[0];
  readonly path: Path;
  readonly kind: 'check' | 'choice' | 'filter' | 'on_error';
}

/** In a decision without a condition its routes decide; their own conditions belong to the rule of routes. */
function conditionsOf(task: Task): readonly Condition[] {
  const at = (...keys: readonly string[]): Path => [...task.path, ...keys];
  const handler = task.handlers.find(({ name }) => name === 'on_error');
  const own: Condition[] = [];
  const { condition = null, filter = null, routes } = configOf(task);
  const kind = traitsOf(task.type).hasRoutes ? 'choice' : 'check';
  if (condition !== null && !routes?.some((route) => route.condition !== null))
    own.push({ condition, path: at('config', 'condition'), kind });
  if (filter !== null) own.push({ condition: filter, path: at('config', 'filter'), kind: 'filter' });
  if (handler !== undefined && handler.condition !== null)
    own.push({ condition: handler.condition, path: [...handler.path, 'condition'], kind: 'on_error' });
  return own;
}

function explain(kind: Condition['kind'], constancy: Constancy): string {
  switch (kind) {
    case 'check':
      return 'This condition is the same at every check, so the wait ends at once or never. Read a result, "signal" or now().';
    case 'choice':
      return 'This condition is the same in every run, so the decision always goes one way. Read an input or a result.';
    case 'filter': {
      const kept = constancy === 'fixed' ? 'all or none' : constancy === 'always' ? 'all' : 'none';
      return `This filter is the same for every item, so it keeps ${kept}. Read "item" or "index".`;
    }
    case 'on_error':
      return 'This condition is the same for every error. Read "error", or remove it.';
    default:
      return assertNever(kind);
  }
}

/** A wait that ends before it looks a second time. One that only a signal or its time ends looks at nothing. */
function* checkInterval(task: Task): Iterable<Finding> {
  const { checkInterval: interval, timeout, condition = null, signal = null } = configOf(task);
  if ((task.use === null && condition === null) || signal !== null) return;
  if (interval?.kind !== 'value' || timeout?.kind !== 'value' || interval.value <= timeout.value) return;
  const message =
    'The wait ends before it looks a second time: "check_interval" is longer than "timeout". Shorten it, or wait longer.';
  yield { code: 'CHECKED_ONCE', path: [...task.path, 'config', 'check_interval'], message };
}
