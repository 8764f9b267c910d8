import { activityOf, type RunView, standingOf } from '#engine/run';
import { viewAfter } from '../run/viewAfter.ts';
import type { InsideRun, ShownRun } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { loadInside } from './insideRuns.ts';

/** How many events of a run had happened by a time; `at` in ms since the epoch. */
export function countAt(events: ShownRun['events'], at: number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events.at(middle)?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A run inside as it was at a time, in ms since the epoch: its events until then, and their results. */
export function insideAt(run: InsideRun, at: number): InsideRun {
  const count = countAt(run.events, at);
  return { ...run, events: run.events.slice(0, count), view: viewAfter(run.events, count) };
}

/**
 * Notes of the instant that is looked at whether the runs inside only waited then. Reads those that had not ended; one that is no longer
 * kept counts as at work.
 */
export async function noteIdleThen(): Promise<void> {
  const { shown } = session.getState().run;
  if (shown === null || shown.moment === null || shown.moment.isIdle !== undefined) return;
  const { at, view } = shown.moment;
  const isIdle = await onlyWaited(view, at);
  const now = session.getState().run.shown;
  if (now?.moment?.view === view) update({ run: { shown: { ...now, moment: { ...now.moment, isIdle } } } });
}

/** Whether nothing was under way in a run and those inside of it but waits; `view`: as it was then. */
async function onlyWaited(view: RunView, at: number): Promise<boolean> {
  const alone = standingOf(view);
  if (alone !== 'running') return alone === 'waiting';
  if (activityOf(view) !== 'inside') return false;
  for (const runId of openInside(view)) {
    await loadInside(runId);
    const run = session.getState().run.inside.get(runId);
    if (run == null || !(await onlyWaited(viewAfter(run.events, countAt(run.events, at)), at))) return false;
  }
  return true;
}

/** The runs that it has started and whose calls are open. */
function openInside({ activations }: RunView): readonly string[] {
  return [...activations.values()].flatMap(({ effects }) =>
    effects.flatMap(({ child, endedAt }) => (child !== undefined && endedAt === null ? child.runId : [])),
  );
}
