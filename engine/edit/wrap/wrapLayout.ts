import type { Layout, Point } from '../../text/index.ts';
import type { Selection } from '../find/selection.ts';

/** The layout with cards inside a container that takes their place; undefined where none of them has one. */
export function placeWrapped(layout: Layout | undefined, { nodes }: Selection, id: string): Layout | undefined {
  if (!layout) return undefined;
  const placed = nodes.flatMap((node): [string, Point][] => {
    const at = layout.positions.get(node.id);
    return at ? [[node.id, at]] : [];
  });
  if (placed.length === 0) return undefined;
  const x = Math.min(...placed.map(([, at]) => at.x));
  const y = Math.min(...placed.map(([, at]) => at.y));
  const inside = placed.map(([child, at]): [string, Point] => [child, { x: at.x - x, y: at.y - y }]);
  return { ...layout, positions: new Map([...layout.positions, ...inside, [id, { x, y }]]) };
}

/** The layout with the cards of a container where the container was; undefined where nothing of it has a place. */
export function placeUnwrapped(
  layout: Layout | undefined,
  { id, children }: { readonly id: string; readonly children: readonly string[] },
): Layout | undefined {
  const at = layout?.positions.get(id);
  if (
    !layout ||
    (at === undefined && !layout.collapsed.has(id) && !children.some((child) => layout.positions.has(child)))
  ) {
    return undefined;
  }
  const positions = new Map(layout.positions);
  positions.delete(id);
  for (const child of children) {
    const inside = layout.positions.get(child);
    // Without a place of the container, those of its children mean nothing outside it.
    if (inside && at) positions.set(child, { x: at.x + inside.x, y: at.y + inside.y });
    else positions.delete(child);
  }
  return { ...layout, positions, collapsed: new Set([...layout.collapsed].filter((other) => other !== id)) };
}
