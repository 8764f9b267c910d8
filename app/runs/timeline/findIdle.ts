import type { RunEvent } from '#engine/run';
import { followRun } from '../../session/run/index.ts';
import type { FollowedRun } from '../../session/runSteps/index.ts';

/** A time in which nothing of a run was at work: it waited, or was paused or interrupted. In ms since the epoch. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** What is kept of the events so far. */
interface Known {
  readonly gaps: Gap[];
  /** Keys of the calls that are under way, by activation. */
  readonly calls: Map<number, Set<string>>;
  /** When the last event came; null before the first. */
  last: number | null;
}

/** Shorter times are no gaps, in ms. */
const SHORTEST = 1_000;

const known = followRun<Known>(
  () => ({ gaps: [], calls: new Map(), last: null }),
  (before, events) => {
    for (const event of events) note(before, event);
    return before;
  },
);

/** The gaps of a run in order, and since when there may be another: null while a call is under way. The list grows with the run. */
export function findIdle(run: FollowedRun): { readonly gaps: readonly Gap[]; readonly since: number | null } {
  const { gaps, calls, last } = known(run);
  return { gaps, since: calls.size === 0 && run.view.status === 'running' ? last : null };
}

function note(before: Known, event: RunEvent): void {
  const { gaps, calls, last } = before;
  // What was under way at an interruption was not at work during it.
  const from = event.type === 'run.interrupted' ? Math.max(event.since, last ?? 0) : last;
  const isIdle = calls.size === 0 || event.type === 'run.interrupted';
  if (from !== null && isIdle && event.at - from >= SHORTEST) gaps.push({ from, to: event.at });
  before.last = event.at;
  switch (event.type) {
    case 'effect.requested': {
      const keys = calls.get(event.activation) ?? new Set();
      calls.set(event.activation, keys.add(event.key));
      return;
    }
    case 'effect.completed':
    case 'message.edited':
      calls.get(event.activation)?.delete(event.key);
      if (calls.get(event.activation)?.size === 0) calls.delete(event.activation);
      return;
    case 'task.succeeded':
    case 'task.failed':
    case 'task.cancelled':
    case 'task.retrying':
      calls.delete(event.activation);
      return;
    default:
  }
}
