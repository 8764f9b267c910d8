import { type ActivationView, listItems, type RunView } from '#engine/run';
import { selectActivation } from '../document/selection.ts';
import { loadInside, selectInside } from '../relatedRuns/index.ts';
import { failedSteps, hasFailed } from '../store/failures.ts';
import { announce } from '../store/notices.ts';
import type { ShownRun } from '../store/State.ts';
import { session } from '../store/store.ts';
import { openDrawer } from '../store/view.ts';
import { type FollowedRun, viewOf } from '../store/viewOf.ts';

type Way = 1 | -1;

/** A step of the run on screen, or of one inside it. */
interface StepOfRun {
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
  let found: StepOfRun | null = null;
  for (const [depth, place] of around.entries()) {
    found = await enter(place, by, around[depth - 1]?.runId);
    const sibling = found === null ? siblingOf(place.runId, place.activation, by) : null;
    if (sibling !== null) found = await innermost({ runId: place.runId, activation: sibling }, by);
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

function show({ runId, activation }: StepOfRun, run: ShownRun): void {
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

/** The failed step next to one, in its run; null: there is no more. */
function siblingOf(runId: string, activation: number, by: Way): number | null {
  const steps = failedOf(runId);
  const next = by === 1 ? steps.find((id) => id > activation) : steps.findLast((id) => id < activation);
  return next ?? null;
}

/**
 * What is inside of a step that failed with runs of its own, itself or for items: the first or the last failed step there, of the runs after
 * `from` where that is one of them; null where there is none.
 */
async function enter({ runId, activation }: StepOfRun, by: Way, from?: string): Promise<StepOfRun | null> {
  if (session.getState().run.shown?.moment !== null) return null;
  const view = runOf(runId)?.view;
  const step = view?.activations.get(activation);
  if (view === undefined || step === undefined || !hasFailed(view, activation)) return null;
  const children = failedChildren(view, step);
  const ordered = by === 1 ? children : children.toReversed();
  for (const child of ordered.slice(from === undefined ? 0 : ordered.indexOf(from) + 1)) {
    await loadInside(child);
    const first = firstOf(failedOf(child), by);
    if (first !== undefined) return innermost({ runId: child, activation: first }, by);
  }
  return null;
}

/** The runs that a step failed with: that of its last attempt, or of each item whose last call failed. */
function failedChildren(view: RunView, step: ActivationView): readonly string[] {
  if (step.progress !== null)
    return listItems(view, step, () => []).flatMap(({ error, child }) => (error === null ? [] : (child ?? [])));
  const call = step.effects.findLast(({ error, child }) => error !== null && child !== undefined);
  return call?.child === undefined ? [] : [call.child.runId];
}

async function innermost(place: StepOfRun, by: Way): Promise<StepOfRun> {
  return (await enter(place, by)) ?? place;
}

/** The selected step, then the steps around the runs that it is in, from the inside out; empty where none is selected. */
function placesAround(run: ShownRun): readonly StepOfRun[] {
  const { selectedInside, selectedActivation } = run;
  if (selectedInside === null)
    return selectedActivation === null ? [] : [{ runId: run.runId, activation: selectedActivation }];
  const starters = new Map<string, StepOfRun>();
  for (const [runId, each] of [[run.runId, run] as const, ...session.getState().run.inside])
    for (const { activation, effects } of each?.view.activations.values() ?? [])
      for (const { child } of effects) if (child !== undefined) starters.set(child.runId, { runId, activation });
  const places: StepOfRun[] = [selectedInside];
  for (let at = starters.get(selectedInside.runId); at !== undefined; at = starters.get(at.runId)) places.push(at);
  return places;
}
