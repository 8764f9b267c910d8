/** For the tests of this folder: the events of a task that took so many customers. */
import type { RunEvent } from '#engine/run';
import { taskStarted, taskSucceeded } from '#engine/testing';

export function customerEvents(count: number): readonly RunEvent[] {
  const bodies = Array.from({ length: count }, (_, at) => [
    taskStarted('a', at + 1, { input: { customer: { id: at, name: `Customer ${at}`, town: 'Springfield' } } }),
    taskSucceeded('a', at + 1, { total: at }),
  ]);
  return bodies.flat().map((body, seq): RunEvent => ({ seq, at: seq, ...body }));
}
