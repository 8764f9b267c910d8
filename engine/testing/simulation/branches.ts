import type { JsonObject } from '../../base/index.ts';
import { leadsTo } from './leadsTo.ts';
import type { Activation, Arrival } from './Model.ts';
import { OpenError } from './Prediction.ts';

/**
 * Of a task that ran several times `tasks.<id>` has the last run (format.md, Data). Where two branches came to it,
 * or to what led there, the clock decides which that is: throws {@link OpenError} if the workflow reads any of them.
 */
export function checkBranches(activation: Activation, workflow: JsonObject): void {
  const { task, scope } = activation;
  const earlier = scope.ran.filter((one) => one.task === task);
  scope.ran.push(activation);
  if (earlier.every((one) => isAfter(activation, one))) return;
  const text = JSON.stringify(workflow);
  const contested = scope.level.filter((one) => one === task || leadsTo(scope, task.id, one.id));
  if (contested.some(({ id }) => text.includes(`tasks.${id}.`))) throw new OpenError('which run of a task is read');
}

/** What a join holds after one more arrival: the data of all, later over earlier. */
export function meet(held: Arrival | undefined, arrival: Arrival): Arrival {
  if (held === undefined) return arrival;
  return { ...arrival, with: { ...held.with, ...arrival.with }, after: [...held.after, ...arrival.after] };
}

/** Whether one run led to another, in one or more steps. */
function isAfter({ after }: Activation, earlier: Activation, seen = new Set<Activation>()): boolean {
  return after.some((one) => {
    if (one === earlier) return true;
    if (seen.has(one)) return false;
    return isAfter(one, earlier, seen.add(one));
  });
}
