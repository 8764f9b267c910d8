import { useEffect, useState, useSyncExternalStore } from 'react';
import { loadPlacing, type Places, runLayout } from '#engine/layout';
import { layoutInWorker, type PendingLayout } from '#engine/worker';
import { createExternalStore, lazyModule } from '../../ui/index.ts';
import { type Arrangement, type ArrangementPlan, finishArrangement, QUICK_EFFORT } from '../model/arrangeGraph.ts';

/** Most layouts in flight, and most cached results: the canvas and a comparison, each in two directions. */
const MOST = 4;

const pending = new Map<string, PendingLayout>();
/** By the shape of the graph; null where the careful layout failed. */
const answers = new Map<string, Places | null>();
/** How many answers the worker has given. */
const version = createExternalStore(0);

/**
 * Makes an arrangement that was planned: synchronously where that is quick, else in a worker. Null until the worker has answered;
 * {@link useLongLayouts} then draws again. Throws `PlacingMissing` where what places cards is not loaded.
 */
export function makeArrangement(planned: ArrangementPlan): Arrangement | null {
  const { shape, input, plan } = planned;
  if (plan.effort <= QUICK_EFFORT) return finishArrangement(planned, runLayout(input, plan.plain));
  const answer = answers.get(shape);
  if (answer) return finishArrangement(planned, answer);
  if (answer === null) {
    const all = new Set([null, ...input.nodes.keys()]);
    return finishArrangement({ ...planned, isPlain: true }, runLayout(input, all));
  }
  if (!pending.has(shape)) start(planned);
  return null;
}

/** Draws again when a layout was made in the worker. */
export function useLongLayouts(): void {
  useSyncExternalStore(version.subscribe, version.get);
}

/** Has the canvas ask for its arrangement again. */
export function redrawLayouts(): void {
  version.set(version.get() + 1);
}

function start({ shape, input, plan }: ArrangementPlan): void {
  const layout = layoutInWorker({ input, plain: plan.plain });
  pending.set(shape, layout);
  for (const [oldest, { cancel }] of pending) {
    if (pending.size <= MOST) break;
    pending.delete(oldest);
    cancel();
  }
  void layout.places.then((places) => {
    if (pending.get(shape) !== layout) return;
    pending.delete(shape);
    answers.set(shape, places);
    for (const oldest of answers.keys()) {
      if (answers.size <= MOST) break;
      answers.delete(oldest);
    }
    redrawLayouts();
  });
}

/** What places cards that have no places, and knows where a page before had them: loaded with the first file that has such cards, or ahead. */
export const placing = lazyModule(() => loadPlacing().then(() => import('./keptArrangements.ts')));

/** Loads what places cards and draws again when it is there. Throws where it cannot be loaded. */
export function usePlacing(isMissing: boolean): void {
  const [state, setState] = useState<Error | 'missing' | 'loaded'>('missing');
  useEffect(() => {
    if (isMissing) placing.load().then(() => setState('loaded'), setState);
  }, [isMissing]);
  if (state instanceof Error) throw state;
}
