import { assertNever } from '../../../base/index.ts';
import { configOf, type Task, traitsOf, walkTasks } from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { type Constancy, createConstancy } from '../../subject/constants.ts';
import type { Finding, Rule } from '../../subject/Rule.ts';

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
