import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { formatIso } from '../../expression/index.ts';
import type { DecisionTask, Route, Target } from '../../model/index.ts';
import { runError } from '../errors.ts';
import { evaluateBare, frameOf, isMet } from '../evaluate.ts';
import type { Choice } from '../plans.ts';
import type { Activation, Run } from '../Run.ts';
import { findRoute } from '../routes.ts';
import { fail, succeed } from '../settle.ts';
import { findHandler } from '../TaskProgram.ts';
import { useThen } from './useThen.ts';

/**
 * Decides where to go on (format.md 5): what the task uses runs first, its result being `output` for the condition;
 * the condition's value picks a route. Output `{value, route, matched}`.
 */
export function runDecision(run: Run, activation: Activation, task: DecisionTask): void {
  useThen(run, activation, (result) => {
    activation.output = result;
    decide(run, activation, task);
  });
}

function decide(run: Run, activation: Activation, task: DecisionTask): void {
  const { condition, routes } = task.config;
  const value =
    condition === null
      ? { ok: true as const, value: true }
      : evaluateBare(run, frameOf(run, activation), { data: condition, where: 'config.condition' });
  if (!value.ok) {
    fail(run, activation, value);
    return;
  }
  activation.roots.set('value', value.value);
  const found = findRoute(run, activation, {
    routes: routes ?? [],
    value: value.value,
    catchAll: [],
    where: 'config.routes',
  });
  const matched = found !== null || (routes === null && isMet(value.value));
  if (!matched && isStuck(task)) {
    const keys = (routes ?? []).map(({ key }) => key).join(', ');
    const message = `No route of "${task.id}" matches ${JSON.stringify(value.value)}. Routes: ${keys}. Add a route, or a \`default\`.`;
    fail(run, activation, { error: runError('ROUTING_ERROR', 'decision.no_route', message, { value: value.value }) });
    return;
  }
  const choice = toChoice(run, { task, route: found, matched, value: value.value });
  const route = found?.key ?? (choice.route === null ? null : 'default');
  succeed(run, activation, { output: { value: value.value, route, matched }, choice });
}

/** The way on that a decision's output names, where its condition is not asked. */
export function choiceOf(run: Run, { task, output }: { readonly task: DecisionTask; readonly output: Json }): Choice {
  const said = isJsonObject(output) ? output : { value: output, route: null, matched: null };
  const route = task.config.routes?.find(({ key }) => key === said['route']) ?? null;
  const value = said['value'] ?? null;
  const matched = route !== null || (said['route'] !== 'default' && isMet(said['matched'] ?? value));
  return toChoice(run, { task, route, matched, value });
}

/** With routes and none of them taken, something else must lead on. */
function isStuck(task: DecisionTask): boolean {
  if ((task.config.routes ?? []).length === 0) return false;
  const others = [
    task.config.default,
    ...(['on_condition_nomatch', 'on_success', 'on_complete'] as const).map((name) => findHandler(task, name)),
  ];
  return others.every((target) => target === null || target === undefined || target.next.length === 0);
}

function toChoice(run: Run, made: { task: DecisionTask; route: Route | null; matched: boolean; value: Json }): Choice {
  const handler = made.matched ? 'on_condition_match' : 'on_condition_nomatch';
  const taken: Target | null = made.matched ? made.route : made.task.config.default;
  const leads = taken !== null && taken.next.length > 0 ? taken : null;
  const next = (leads ?? findHandler(made.task, handler))?.next ?? [];
  const name = made.route?.key ?? (leads === null ? null : 'default');
  const event: JsonObject = {
    type: handler,
    source: made.task.id,
    timestamp: formatIso(run.now),
    value: made.value,
    route: name,
    next: next.length > 1 ? next : (next[0] ?? null),
  };
  const route =
    leads === null
      ? null
      : { via: made.route === null ? ('default' as const) : (`routes.${made.route.key}` as const), target: leads };
  return { handler, route, event };
}
