import type { RunView } from '#engine/run';
import { selectActivation } from '../document/selection.ts';
import { loadInside, selectInside } from '../relatedRuns/index.ts';
import { failedSteps, hasFailed } from '../store/failures.ts';
import type { FollowedRun } from '../store/followRun.ts';
import { announce } from '../store/notices.ts';
import type { ShownRun } from '../store/State.ts';
import { session } from '../store/store.ts';
import { openDrawer } from '../store/view.ts';
import { viewOf } from '../store/viewOf.ts';

type Way = 1 | -1;

/** A step of the run on screen, or of one inside it. */
interface Place {
  readonly runId: string;
  readonly activation: number;
}

/**
 * Selects the failed step that comes after the one that is selected, or before it; from the last one on the first. Where a step failed since a
 * run inside of it did, it is the step of that run, however deep; such runs are read when they are come to.
 */
export async function nextFailed(by: Way): Promise<void> {
  const run = session.getState().run.shown;
  if (run === null) return;
  const around = placesAround(run);
  const entered = around[0] === undefined ? null : await enter(around[0], by);
  let found = entered;
  for (const { runId, activation } of found === null ? around : []) {
    const sibling = siblingOf(runId, activation, by);
    if (sibling !== null) found = await innermost({ runId, activation: sibling }, by);
    if (found !== null) break;
  }
  if (found === null) {
    const first = firstOf(failedOf(run.runId), by);
    if (first === undefined) return;
    found = await innermost({ runId: run.runId, activation: first }, by);
  }
  // Another run may be on screen by now.
  if (session.getState().run.shown?.runId !== run.runId) return;
  show(found, run);
}

function show({ runId, activation }: Place, run: ShownRun): void {
  if (runId === run.runId) selectActivation(activation);
  else selectInside(runId, activation);
  openDrawer('timeline');
  const steps = failedOf(runId);
  const where = runId === run.runId ? '' : ' of a run inside';
  announce(`Failed step ${steps.indexOf(activation) + 1} of ${steps.length}${where}.`);
}

/** The run on screen, or one inside it that is read; undefined: it is not there. */
function runOf(runId: string): { readonly run: FollowedRun; readonly view: RunView } | undefined {
  const { shown, inside } = session.getState().run;
  if (shown?.runId === runId) return { run: shown, view: viewOf(shown) };
  const run = inside.get(runId);
  return run == null ? undefined : { run, view: run.view };
}

/** The failed steps of a run, in the order in which they began: that of the timeline, and of items. */
function failedOf(runId: string): readonly number[] {
  const found = runOf(runId);
  if (found === undefined) return [];
  return failedSteps(found.run)
    .filter((id) => hasFailed(found.view, id))
    .toSorted((one, other) => one - other);
}

function firstOf(steps: readonly number[], by: Way): number | undefined {
  return steps.at(by === 1 ? 0 : -1);
}

/** The failed step beside one, in its run; null: there is no more. */
function siblingOf(runId: string, activation: number, by: Way): number | null {
  const steps = failedOf(runId);
  const next = by === 1 ? steps.find((id) => id > activation) : steps.findLast((id) => id < activation);
  return next ?? null;
}

/** What is inside of a step that failed with a run of its own: the first or the last failed step there; null where there is none. */
async function enter({ runId, activation }: Place, by: Way): Promise<Place | null> {
  if (session.getState().run.shown?.moment !== null) return null;
  const step = runOf(runId)?.view.activations.get(activation);
  if (step === undefined || step.status !== 'error') return null;
  const child = step.effects.findLast(({ error, child: started }) => error !== null && started !== undefined)?.child;
  if (child === undefined) return null;
  await loadInside(child.runId);
  const first = firstOf(failedOf(child.runId), by);
  return first === undefined ? null : innermost({ runId: child.runId, activation: first }, by);
}

async function innermost(place: Place, by: Way): Promise<Place> {
  return (await enter(place, by)) ?? place;
}

/** The selected step, then the steps around the runs that it is in, from the inside out; empty where none is selected. */
function placesAround(run: ShownRun): readonly Place[] {
  const { selectedInside, selectedActivation } = run;
  if (selectedInside === null)
    return selectedActivation === null ? [] : [{ runId: run.runId, activation: selectedActivation }];
  const starters = new Map<string, Place>();
  for (const [runId, each] of [[run.runId, run] as const, ...session.getState().run.inside])
    for (const { activation, effects } of each?.view.activations.values() ?? [])
      for (const { child } of effects) if (child !== undefined) starters.set(child.runId, { runId, activation });
  const places: Place[] = [selectedInside];
  for (let at = starters.get(selectedInside.runId); at !== undefined; at = starters.get(at.runId)) places.push(at);
  return places;
}
