import type { Arrangement } from './arrangeGraph.ts';

/** Up to so many tasks and lines are drawn as a whole, wherever the view is. */
const WHOLE = { cards: 400, lines: 800 };

/** Whether a graph is small enough to be drawn as a whole. */
export function isDrawnWhole({ graph }: Pick<Arrangement, 'graph'>): boolean {
  return graph.nodes.size <= WHOLE.cards && graph.edges.length <= WHOLE.lines;
}
