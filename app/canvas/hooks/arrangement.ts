import { EMPTY_LAYOUT, type Layout } from '#engine';
import { type SessionState, session, shownAnalysis, useSession, useShownAnalysis } from '../../session/index.ts';
import { type Arrangement, arrangeGraph } from '../flow/arrangeGraph.ts';

let last: Arrangement | null = null;
let lastWanted: Arrangement['direction'] | null = null;

/** What the canvas shows, with everything in its place; null without a file. The same object while nothing changed. */
export function useArrangement(): Arrangement | null {
  const { analysis } = useShownAnalysis();
  const layout = useSession(selectLayout);
  const wanted = useSession((state) => state.direction);
  return analysis && arrange(analysis.graph, layout, wanted);
}

/** The same for code outside of components. */
export function currentArrangement(): Arrangement | null {
  const { analysis } = shownAnalysis();
  const state = session.getState();
  return analysis && arrange(analysis.graph, selectLayout(state), state.direction);
}

/** Layout of the file that is open. */
export function selectLayout(state: SessionState): Layout {
  return (state.activePath === null ? undefined : state.workspace.layouts.get(state.activePath)) ?? EMPTY_LAYOUT;
}

function arrange(...[graph, layout, wanted]: Parameters<typeof arrangeGraph>): Arrangement {
  if (last && last.graph === graph && last.layout === layout && lastWanted === wanted) return last;
  last = arrangeGraph(graph, layout, wanted);
  lastWanted = wanted;
  return last;
}
