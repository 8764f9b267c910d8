import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { formatIso } from '../../expression/index.ts';
import { type Route, routeVia, type Target, type TaskOf } from '../../model/index.ts';
import { runError } from '../contract/errors.ts';
import type { UseResult } from '../contract/UseResult.ts';
import { findRoute } from '../evaluate/errorRoutes.ts';
import { evaluateBare, frameOf, isMet } from '../evaluate/evaluate.ts';
import { findHandler } from '../program/TaskProgram.ts';
import { fail, succeed } from '../scheduler/endAttempt.ts';
import type { Activation } from '../state/Activation.ts';
import type { Choice } from '../state/Plan.ts';
import type { Run } from '../state/Run.ts';
import { runUse } from '../uses/runUse.ts';

/**
 * Decides where the run continues (format.md 5): what the task uses runs first, its result being `output` for the condition;
 * the condition's value picks a route. Output `{value, route, matched}`.
 */
export function runDecision(run: Run, activation: Activation, task: TaskOf<'decision'>): void {
  if (useOrPass(run, activation)) decide(run, activation, { task, result: activation.input });
}

/** Decides with the result of its `use`. */
export function endDecision(
  run: Run,
  activation: Activation,
  ended: { task: TaskOf<'decision'>; result: UseResult },
): void {
  const { task, result } = ended;
  if (result.ok) decide(run, activation, { task, result: result.value });
  else fail(run, activation, result);
}

function decide(run: Run, activation: Activation, { task, result }: { task: TaskOf<'decision'>; result: Json }): void {
  activation.output = result;
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

/** The choice that a decision's output names, where its condition is not evaluated. */
export function choiceOf(
  run: Run,
  { task, output }: { readonly task: TaskOf<'decision'>; readonly output: Json },
): Choice {
  const said = isJsonObject(output) ? output : { value: output, route: null, matched: null };
  const route = task.config.routes?.find(({ key }) => key === said['route']) ?? null;
  const value = said['value'] ?? null;
  const matched = route !== null || (said['route'] !== 'default' && isMet(said['matched'] ?? value));
  return toChoice(run, { task, route, matched, value });
}

/** Where none of its routes is taken, something else must lead to a task. */
function isStuck(task: TaskOf<'decision'>): boolean {
  if ((task.config.routes ?? []).length === 0) return false;
  const others = [
    task.config.default,
    ...(['on_condition_nomatch', 'on_success', 'on_complete'] as const).map((name) => findHandler(task, name)),
  ];
  return others.every((target) => target === null || target === undefined || target.next.length === 0);
}

function toChoice(
  run: Run,
  made: { task: TaskOf<'decision'>; route: Route | null; matched: boolean; value: Json },
): Choice {
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
      : { via: made.route === null ? ('default' as const) : routeVia('config', made.route.key), target: leads };
  return { handler, route, event };
}

/** Runs the task's own `use`, which then ends it; true where it has none, and its input is the result. */
export function useOrPass(run: Run, activation: Activation): boolean {
  if (!activation.program.hasUse) return true;
  runOwnUse(run, activation);
  return false;
}

/** Runs what the task uses with its input. */
export function runOwnUse(run: Run, activation: Activation): void {
  const frame = frameOf(run, activation);
  runUse(run, { activation, frame, input: activation.input, continuation: { kind: 'use.end', activation } });
}
