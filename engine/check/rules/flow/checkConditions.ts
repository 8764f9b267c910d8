import { type Data, isDataMap } from '../../../base/index.ts';
import { parseBareTemplate } from '../../../expression/index.ts';
import { configOf, exitsOf, type Route, type Task, traitsOf, walkTasks } from '../../../model/index.ts';
import type { Fix, Path } from '../../../text/index.ts';
import { inferTemplate, rootTypes } from '../../../types/index.ts';
import { describeGiven, isAlwaysNull, listKeys, mayBeKey, shapeOfCondition } from '../../subject/conditionShape.ts';
import { type Finding, fixByRenaming, type Rule, type Subject } from '../../subject/Rule.ts';

/** Conditions that hold whatever the values are, and routes for a value the condition never has. */
export const checkConditions: Rule = function* (subject) {
  for (const { task } of walkTasks(subject.analysis.workflow)) {
    for (const { path, data } of conditionsOf(task)) {
      const reason = alwaysTrue(subject, { task, path, data });
      if (reason !== undefined) yield { code: 'ALWAYS_TRUE', path, message: reason };
    }
    for (const list of routesOf(task)) yield* deadRoutes(subject, task, list);
  }
};

interface Condition {
  readonly path: Path;
  readonly data: Data;
}

/** The fields whose truth counts. The condition of a decision with routes is a value. */
function conditionsOf(task: Task): readonly Condition[] {
  const found: (Condition | { path: Path; data: Data | null })[] = [];
  const at = (path: Path, data: Data | null): void => void found.push({ path: [...task.path, ...path], data });
  const { condition = null, filter = null, routes } = configOf(task);
  if (routes == null) at(['config', 'condition'], condition);
  at(['config', 'filter'], filter);
  for (const { target } of exitsOf(task)) {
    const isGuard = 'condition' in target && !('routes' in target && target.routes !== null);
    if (isGuard) found.push({ path: [...target.path, 'condition'], data: target.condition as Data | null });
  }
  return found.filter((condition): condition is Condition => condition.data !== null);
}

function alwaysTrue(subject: Subject, { task, path, data }: Condition & { task: Task }): string | undefined {
  if (typeof data !== 'string')
    return isDataMap(data) || Array.isArray(data) ? describeParts('A list or a map') : undefined;
  const template = parseBareTemplate(data);
  if (template.errors.length > 0) return undefined;
  if (template.kind === 'text') {
    const text = template.parts.filter((part) => typeof part === 'string').join('');
    // What is interpolated may be empty; `false` and `0` as text are false.
    return /[^\s0false]/.test(text)
      ? 'Text around the braces makes all of it text, which is always true. Write the whole condition inside one {{ }}.'
      : undefined;
  }
  if (template.kind === 'literal') return undefined;
  const shape = inferTemplate(template, rootTypes(subject.analysis, task, path));
  const isPart = shape.kinds?.every((kind) => kind === 'list' || kind === 'map') === true && shape.isOptional !== true;
  return isPart ? describeParts(shape.kinds?.[0] === 'list' ? 'A list' : 'A map') : undefined;
}

function describeParts(what: string): string {
  return `${what} is always true, also when it is empty. Compare something: \`len(…) > 0\`.`;
}

/** Routes by the value of a condition. */
interface RouteList {
  readonly condition: Data;
  /** Of the condition. */
  readonly path: Path;
  readonly routes: readonly Route[];
  /** Keys that match whatever the value is. */
  readonly catchAll: readonly string[];
}

function routesOf(task: Task): readonly RouteList[] {
  const found: RouteList[] = [];
  const { condition = null, routes: own } = configOf(task);
  if (condition !== null && traitsOf(task.type).hasRoutes) {
    found.push({ condition, routes: own ?? [], path: [...task.path, 'config', 'condition'], catchAll: [] });
  }
  const handler = task.handlers.find(({ name }) => name === 'on_error');
  if (handler !== undefined && handler.condition !== null) {
    const { condition, routes } = handler;
    const path = [...handler.path, 'condition'];
    found.push({ condition, routes: routes ?? [], path, catchAll: ['default', '*'] });
  }
  return found;
}

/** Routes by a value that the condition never has (format.md 5 and 6). */
function* deadRoutes(subject: Subject, task: Task, list: RouteList): Iterable<Finding> {
  const plain = list.routes.filter((route) => route.condition === null && !list.catchAll.includes(route.key));
  if (plain.length === 0) return;
  const shape = shapeOfCondition(list.condition, rootTypes(subject.analysis, task, list.path));
  if (shape === undefined) return;
  const isNull = isAlwaysNull(shape);
  const free = isNull ? [] : (listKeys(shape) ?? []).filter((text) => isFree(text, list)).slice(0, FIXES);
  for (const { key, path } of plain) {
    if (mayBeKey(shape, key)) continue;
    const reason = isNull
      ? `The condition is always null: what it reads never exists.${adviseInput(list.condition)}`
      : `The condition gives ${describeGiven(shape)}, never "${key}".`;
    const message = `${reason} This route is never taken.`;
    yield { code: 'NEVER_EQUAL', path, part: 'key', message, fixes: () => renames(subject, path, free) };
  }
}

/** What is taken for the run's input is that of the task. */
function adviseInput(condition: Data): string {
  const isInput = typeof condition === 'string' && /(?<![\w.])input\b/.test(condition);
  return isInput ? ' “input” is what is passed to this task; the input of the run is “workflow.input”.' : '';
}

/** Whether a value has no route yet. One for what is missing is seldom meant by another name. */
function isFree(text: string, { routes }: RouteList): boolean {
  return text !== 'null' && routes.every(({ key }) => key !== text);
}

/** How many values are offered at most for a route that matches none. */
const FIXES = 3;

/** Calls a route by each of some values. */
function renames(subject: Subject, path: Path, keys: readonly string[]): readonly Fix[] {
  return keys.flatMap((key) => fixByRenaming(subject, path, key)());
}
