import { select, session } from '../../session/index.ts';
import { type ArrowKey, walkGraph } from '../model/walkGraph.ts';
import { currentArrangement } from '../state/arrangement.ts';

/** Selects the card that an arrow key leads to from the one that is selected, else from the start, and gives it the focus. */
export function walk(arrow: ArrowKey, focusCard: (id: string) => void): void {
  const shown = currentArrangement();
  if (!shown) return;
  const { tasks, edge } = session.getState().document.selection;
  const from = [...tasks].at(-1) ?? shown.graph.edges.find(({ id }) => id === edge)?.source;
  const start = [...shown.graph.nodes.values()].find(({ isStart }) => isStart)?.id;
  const to = from === undefined ? start : walkGraph(shown.graph, from, arrow, shown);
  if (to == null) return;
  select({ tasks: [to], origin: 'canvas' });
  focusCard(to);
}
