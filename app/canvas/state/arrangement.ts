import { drawnGraph, EMPTY_LAYOUT, type Layout, type ShownAnalysis } from '#engine';
import { PlacingMissing } from '#engine/layout';
import { activeAnalysis, type SessionState, session, useAnalysis, useSession } from '../../session/index.ts';
import { type Arrangement, isArranged, planArrangement } from '../model/arrangeGraph.ts';
import type { Direction } from '../model/direction.ts';
import { makeArrangement, useLongLayouts } from './longLayouts.ts';
import { usePlacing } from './usePlacing.ts';

interface Kept {
  readonly path: string;
  readonly wanted: Direction;
  readonly shown: Arrangement;
}

/** The last arrangement, cached: the same input gets the same object, a changed one is arranged from it. */
const cache: { last: Kept | null } = { last: null };

/**
 * What the canvas shows, with everything in its place; null without a file, and while what places its cards is loaded or
 * the worker arranges them. The same object while nothing changed. Throws where that cannot be loaded.
 */
export function useArrangement(): Arrangement | null {
  const analysis = useAnalysis('drawn');
  const layout = useSession(selectLayout);
  const wanted = useSession((state) => state.view.direction);
  useLongLayouts();
  const shown = analysis && arrange(analysis, layout, wanted);
  usePlacing(analysis !== null && shown === null);
  return shown;
}

/** The same for code outside of components. */
export function currentArrangement(): Arrangement | null {
  const analysis = activeAnalysis('drawn');
  const state = session.getState();
  return analysis && arrange(analysis, selectLayout(state), state.view.direction);
}

/** Layout of the file that is open. */
export function selectLayout(state: SessionState): Layout {
  return (
    (state.document.activePath === null
      ? undefined
      : state.document.workspace.layouts.get(state.document.activePath)) ?? EMPTY_LAYOUT
  );
}

/** The same for code outside of components. */
export function currentLayout(): Layout {
  return selectLayout(session.getState());
}

function arrange(analysis: ShownAnalysis, layout: Layout, wanted: Direction): Arrangement | null {
  const { path } = analysis;
  const graph = drawnGraph(analysis);
  const { last } = cache;
  const before = last?.path === path ? last.shown : null;
  if (before && last?.wanted === wanted && before.graph === graph && before.layout === layout) return before;
  try {
    const planned = planArrangement(graph, layout, wanted, before);
    const shown = isArranged(planned) ? planned : makeArrangement(planned);
    if (shown !== null) cache.last = { path, wanted, shown };
    return shown;
  } catch (error) {
    if (error instanceof PlacingMissing) return null;
    throw error;
  }
}
