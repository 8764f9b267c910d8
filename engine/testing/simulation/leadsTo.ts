import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { nextOf, objectAt, type Scope, type Task } from './Model.ts';

/** A task of a scope. */
export function taskOf(scope: Scope, id: string): Task {
  const task = scope.level.find((one) => one.id === id);
  if (task === undefined) throw new RangeError(`The generator leads to "${id}", which does not exist there.`);
  return task;
}

/** A route is a task's id or a target. */
export function toTarget(route: Json): JsonObject {
  return isJsonObject(route) ? route : { next: route };
}

/** Whether one task can lead to another of its level, in one or more steps. */
export function leadsTo(scope: Scope, from: string, to: string, seen = new Set<string>()): boolean {
  const task = taskOf(scope, from);
  const next = Object.keys(task).flatMap((key) => (HOOKS.test(key) ? [] : nextOf(objectAt(task, key))));
  const routes = [objectAt(objectAt(task, 'config'), 'routes'), objectAt(objectAt(task, 'on_error'), 'routes')];
  const targets = routes.flatMap((route) => Object.values(route).flatMap((one) => nextOf(toTarget(one))));
  const follower = scope.isSequence ? scope.level[scope.level.indexOf(task) + 1]?.id : undefined;
  const all = [...next, ...targets, ...nextOf(objectAt(objectAt(task, 'config'), 'default')), follower ?? 'end'];
  return all.some((id) => {
    if (id === to) return true;
    if (id === 'end' || seen.has(id)) return false;
    return leadsTo(scope, id, to, seen.add(id));
  });
}

/** Handlers that call what they name and wait for it. */
const HOOKS = /^on_(item|batch|operation|task|check)/;
