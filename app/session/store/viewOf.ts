import { type RunEvent, type RunView, type Standing, standingOf } from '#engine/run';
import type { SessionState, ShownRun } from './State.ts';

/** What is shown of a run: the instant that is looked at, else how it is now. */
export function viewOf({ moment, view }: Pick<ShownRun, 'moment' | 'view'>): RunView {
  return moment?.view ?? view;
}

/** What is shown of the run on screen, where that is one of the active file. */
export function shownView({
  run: { shown: run },
  document: { activePath },
}: Pick<SessionState, 'run' | 'document'>): RunView | null {
  return run !== null && run.path === activePath ? viewOf(run) : null;
}

/** The states of runs, by view: where those inside are at work, and where they only wait. */
const STANDINGS: readonly [WeakMap<RunView, Standing>, WeakMap<RunView, Standing>] = [new WeakMap(), new WeakMap()];

/** The state of the run on screen now. */
export function standingNow({ view, isIdle }: Pick<ShownRun, 'view' | 'isIdle'>): Standing {
  return standing(view, isIdle);
}

/** Its state at the instant that is looked at, else now. Until it is known what the runs inside were at then, they count as at work. */
export function shownStanding(run: Pick<ShownRun, 'view' | 'moment' | 'isIdle'>): Standing {
  return standing(viewOf(run), (run.moment ?? run).isIdle === true);
}

/** A view never changes, and is asked for with each change of anything. */
function standing(view: RunView, isIdle: boolean): Standing {
  const known = STANDINGS[isIdle ? 1 : 0];
  const found = known.get(view) ?? standingOf(view, isIdle);
  known.set(view, found);
  return found;
}

/** What is worth saying aloud as a run comes to wait, or to work again; null for nothing. */
export function announceStanding(before: Standing, after: Standing): string | null {
  if (after === before) return null;
  if (after === 'waiting') return 'The run is waiting.';
  return before === 'waiting' && after === 'running' ? 'The run is running again.' : null;
}

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
