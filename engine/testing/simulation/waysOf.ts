import { isJsonObject, type JsonObject } from '../../base/index.ts';
import { type Failed, isMet, readValue } from './evaluateIn.ts';
import { toTarget } from './leadsTo.ts';
import { type Activation, type Done, nextOf, objectAt, type Task, textOf, type Way } from './Model.ts';

const FINAL = 'VALIDATION CONFIGURATION REFERENCE IMPORT EXPRESSION ROUTING LIMIT AUTHENTICATION AUTHORIZATION';
const NEVER_RETRIED = new Set([...FINAL.split(' ').map((word) => `${word}_ERROR`), 'CANCELLED']);

/** Whether a failure is of a kind that no policy retries. */
export function isFinal({ code }: Failed): boolean {
  return NEVER_RETRIED.has(code);
}

/** How often an activation that failed is retried at most. */
export function retriesOf(activation: Activation): number {
  const { task } = activation;
  const handler = objectAt(task, 'on_error');
  const policy = task['retry'] === undefined ? null : Number(objectAt(task, 'retry')['attempts']);
  if (handler['retry'] !== true) return handler['retry'] === false ? 0 : (policy ?? 0);
  const guard = handler['routes'] === undefined ? handler['condition'] : undefined;
  return guard === undefined || isMet(readValue(activation, guard, true)) ? (policy ?? 3) : 0;
}

/** Where a task leads that succeeded: the first of its ways that names a task. */
export function successWay(task: Task, { choice }: Done): Way | null {
  const ways: Way[] = [];
  if (choice !== undefined) {
    const way = { via: choice.handler, fields: choice.event };
    if (choice.route !== null) ways.push({ ...way, target: choice.route });
    ways.push(way);
  }
  return [...ways, { via: 'on_success', fields: {} }].find((way) => nextOf(targetOf(task, way)).length > 0) ?? null;
}

/** Where a task leads that failed; null where nothing handles its error. */
export function errorWay(activation: Activation, failed: Failed): Way | null {
  const { task } = activation;
  const chosen = failed.choice === null ? null : { via: failed.choice.handler, fields: failed.choice.event };
  if (chosen !== null && nextOf(targetOf(task, chosen)).length > 0) return chosen;
  const handler = objectAt(task, 'on_error');
  const { condition, routes } = handler;
  const value = condition === undefined ? null : readValue(activation, condition, true);
  if (isJsonObject(routes)) {
    const text = condition === undefined ? failed.code : textOf(value);
    const route = Object.entries(routes).find(([key]) => key === text || key === 'default' || key === '*');
    if (route !== undefined) return { via: 'on_error', fields: {}, target: toTarget(route[1]) };
  } else if (condition !== undefined && !isMet(value)) return null;
  return nextOf(handler).length > 0 ? { via: 'on_error', fields: {} } : null;
}

/** Where a way leads. */
export function targetOf(task: Task, way: Way): JsonObject {
  return way.target ?? objectAt(task, way.via);
}
