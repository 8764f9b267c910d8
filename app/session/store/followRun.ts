import type { RunEvent, RunView } from '#engine/run';
import type { ShownRun } from './RunState.ts';

/** A run as far as something is derived of it. */
export type FollowedRun = Pick<ShownRun, 'events' | 'view'>;

/**
 * Makes a function that derives something of a run and costs what happened since it was last called for that run. What it
 * answers may be changed by the next call. It is freed with the run.
 * @param start what is derived of no events
 * @param add takes what was derived before, the events since, and the view after them
 */
export function followRun<Derived>(
  start: () => Derived,
  add: (before: Derived, events: readonly RunEvent[], view: RunView) => Derived,
): (run: FollowedRun) => Derived {
  const known = new WeakMap<RunEvent, { readonly count: number; readonly derived: Derived }>();
  return ({ events, view }) => {
    const first = events.at(0);
    const last = first && known.get(first);
    if (last?.count === events.length) return last.derived;
    // A shorter list is an earlier state of the run: it is read from its beginning.
    const from = last !== undefined && last.count < events.length ? last : { count: 0, derived: start() };
    const derived = add(from.derived, events.slice(from.count), view);
    if (first) known.set(first, { count: events.length, derived });
    return derived;
  };
}
