import { drawnGraph, EMPTY_LAYOUT, type Layout, type ShownAnalysis } from '#engine';
import { PlacingMissing } from '#engine/layout';
import { activeAnalysis, type SessionState, session, useAnalysis, useSession } from '../../session/index.ts';
import {
  type Arrangement,
  type ArrangementPlan,
  arrangeBeginning,
  isArranged,
  planArrangement,
} from '../model/arrangeGraph.ts';
import type { Direction } from '../model/direction.ts';
import { makeArrangement, placing, redrawLayouts, useLongLayouts, usePlacing } from './longLayouts.ts';

/** Those of a file that is still read, and the part of all that they are. */
interface FirstTasks extends ShownAnalysis {
  readonly share: number;
}

interface Kept {
  readonly path: string;
  readonly wanted: Direction;
  readonly shown: Arrangement;
  /** Whether its places owe something to those before it: laid out afresh it would be another one. */
  readonly isOwn: boolean;
}

/** The last arrangement, cached: the same input gets the same object, a changed one is arranged from it. `first` is of a beginning. */
const cache: { recent: readonly Kept[]; first: Kept | null } = { recent: [], first: null };

/** So many arrangements of a file are kept: what is undone finds its cards where they were. */
const MOST_RECENT = 12;
/** Of larger graphs only the last one is. */
const MOST_KEPT_OF = 2_000;

/**
 * What the canvas shows, with everything in its place; null without a file, and while what places its cards is loaded or
 * the worker arranges them. The same object while nothing changed. Throws where that cannot be loaded.
 */
export function useArrangement(): Arrangement | null {
  const analysis = useAnalysis('drawn');
  const beginning = useAnalysis('beginning');
  const layout = useSession(selectLayout);
  const wanted = useSession((state) => state.view.direction);
  useLongLayouts();
  const shown = arrange(analysis ?? beginning, layout, wanted);
  usePlacing((analysis ?? beginning) !== null && shown === null);
  return shown;
}

/** What the canvas draws: the open file or, while it is read, its first tasks; null where there is nothing yet. */
export function useDrawnAnalysis(): ShownAnalysis | null {
  const analysis = useAnalysis('drawn');
  const beginning = useAnalysis('beginning');
  return analysis ?? beginning;
}

/** The same for code outside of components. */
export function currentArrangement(): Arrangement | null {
  const state = session.getState();
  return arrange(activeAnalysis('drawn') ?? activeAnalysis('beginning'), selectLayout(state), state.view.direction);
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

/** Forgets where the automatic layout had the cards of the open file: they are arranged again. */
export function arrangeAnew(): void {
  cache.recent = [];
  redrawLayouts();
}

function arrange(shown: ShownAnalysis | FirstTasks | null, layout: Layout, wanted: Direction): Arrangement | null {
  try {
    if (shown === null) return null;
    return 'share' in shown ? arrangeFirst(shown, layout, wanted) : arrangeAll(shown, layout, wanted);
  } catch (error) {
    if (error instanceof PlacingMissing) return null;
    throw error;
  }
}

function arrangeAll(analysis: ShownAnalysis, layout: Layout, wanted: Direction): Arrangement | null {
  const { path } = analysis;
  const graph = drawnGraph(analysis);
  const recent = cache.recent.filter((kept) => kept.path === path);
  const [last] = recent;
  if (last?.wanted === wanted && last.shown.graph === graph && last.shown.layout === layout) return last.shown;
  const before = recent.map((kept) => kept.shown);
  const planned = planArrangement(graph, layout, wanted, before);
  const { shown, isOwn } = showPlanned(planned, path, recent);
  if (shown === null) return null;
  if (graph.nodes.size <= MOST_KEPT_OF) placing.loaded()?.noteArrangement(path, shown, isOwn);
  const others = graph.nodes.size > MOST_KEPT_OF ? [] : recent.filter((kept) => kept.shown.shape !== shown.shape);
  cache.recent = [{ path, wanted, shown, isOwn }, ...others].slice(0, MOST_RECENT);
  return shown;
}

/** The arrangement that was planned, or one that this page or the page before had. Null while it is made. */
function showPlanned(
  planned: Arrangement | ArrangementPlan,
  path: string,
  recent: readonly Kept[],
): { readonly shown: Arrangement | null; readonly isOwn: boolean } {
  if (isArranged(planned))
    return { shown: planned, isOwn: recent.some(({ shown, isOwn }) => isOwn && shown.shape === planned.shape) };
  if (planned.input.kept !== undefined) return { shown: makeArrangement(planned), isOwn: true };
  const restored = placing.loaded()?.restoreArrangement(path, planned) ?? null;
  return { shown: restored ?? makeArrangement(planned), isOwn: restored !== null };
}

/** Of a file that is still read: what is placed later owes nothing to it. */
function arrangeFirst({ path, graph, share }: FirstTasks, layout: Layout, wanted: Direction): Arrangement {
  const { first } = cache;
  if (first?.wanted === wanted && first.shown.graph === graph && first.shown.layout === layout) return first.shown;
  const shown = arrangeBeginning({ graph, share }, layout, wanted);
  cache.first = { path, wanted, shown, isOwn: false };
  return shown;
}
