import { type Analysis, drawnGraph, EMPTY_LAYOUT, type Layout } from '#engine';
import { drawnAnalysis, type SessionState, session, useDrawnAnalysis, useSession } from '../../session/index.ts';
import { type Arrangement, arrangeGraph } from '../flow/arrangeGraph.ts';
import type { Direction } from '../flow/direction.ts';

let last: { readonly path: string; readonly wanted: Direction; readonly shown: Arrangement } | null = null;

/** What the canvas shows, with everything in its place; null without a file. The same object while nothing changed. */
export function useArrangement(): Arrangement | null {
  const analysis = useDrawnAnalysis();
  const layout = useSession(selectLayout);
  const wanted = useSession((state) => state.direction);
  return analysis && arrange(analysis, layout, wanted);
}

/** The same for code outside of components. */
export function currentArrangement(): Arrangement | null {
  const analysis = drawnAnalysis();
  const state = session.getState();
  return analysis && arrange(analysis, selectLayout(state), state.direction);
}

/** Layout of the file that is open. */
export function selectLayout(state: SessionState): Layout {
  return (state.activePath === null ? undefined : state.workspace.layouts.get(state.activePath)) ?? EMPTY_LAYOUT;
}

function arrange(analysis: Analysis, layout: Layout, wanted: Direction): Arrangement {
  const { path } = analysis;
  const graph = drawnGraph(analysis);
  const before = last?.path === path ? last.shown : null;
  if (before && last?.wanted === wanted && before.graph === graph && before.layout === layout) return before;
  const shown = arrangeGraph(graph, layout, wanted, before);
  last = { path, wanted, shown };
  return shown;
}
