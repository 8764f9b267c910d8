import type { RunEvent } from '#engine/run';
import type { Json } from '#engine/values';
import { type FollowedRun, followRun } from '../store/followRun.ts';

/** A way out of a task: one of its handlers, or the edge from there to one task. */
interface Exit {
  readonly taskId: string;
  readonly via: string;
  readonly target?: string;
}

/** What was last passed along a way out of a task; undefined where it was not taken. */
export function lastPassed(run: FollowedRun, exit: Exit): Json | undefined {
  return passed(run).get(keyOf(exit));
}

const passed = followRun(
  () => new Map<string, Json>(),
  (known, events: readonly RunEvent[]) => {
    for (const event of events) {
      if (event.type !== 'edge.taken') continue;
      const { taskId, via, target } = event;
      known.set(keyOf({ taskId, via }), event.with);
      known.set(keyOf({ taskId, via, target }), event.with);
    }
    return known;
  },
);

/** No id holds a line break. */
function keyOf({ taskId, via, target }: Exit): string {
  return target === undefined ? `${taskId}\n${via}` : `${taskId}\n${via}\n${target}`;
}
