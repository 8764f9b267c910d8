import type { Layout } from '#engine';
import type { Arrangement } from './arrangeGraph.ts';

/** The layout with the places all cards of a level have now, so that moving one does not rearrange the others. */
export function keepPlaces({ graph, layout, placements }: Arrangement, parent: string | null): Layout {
  const positions = new Map(layout.positions);
  for (const node of graph.nodes.values()) {
    const placement = placements.get(node.id);
    if (node.parent === parent && placement) positions.set(node.id, { x: placement.x, y: placement.y });
  }
  return { ...layout, positions };
}

/** Whether cards of a level are where the user put them. */
export function hasKeptPlaces({ graph, layout }: Arrangement, parent: string | null): boolean {
  return [...layout.positions.keys()].some((id) => graph.nodes.get(id)?.parent === parent);
}
