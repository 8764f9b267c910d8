import { session } from '../../session/index.ts';
import { currentArrangement } from '../state/arrangement.ts';

/** Ids of the selected tasks in document order, without those inside of others that are selected. */
export function readSelected(): readonly string[] {
  const graph = currentArrangement()?.graph;
  const { tasks } = session.getState().document.selection;
  if (!graph) return [];
  const isInside = (parent: string | null): boolean =>
    parent !== null && (tasks.has(parent) || isInside(graph.nodes.get(parent)?.parent ?? null));
  return [...graph.nodes.values()].filter(({ id, parent }) => tasks.has(id) && !isInside(parent)).map(({ id }) => id);
}
