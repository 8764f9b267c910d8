import { type Graph, type GraphNode, isFrame, type Layout, layoutGraph, type Placement } from '#engine';
import { cardSize } from './cardSize.ts';
import type { Direction } from './direction.ts';
import { inferDirection } from './inferDirection.ts';
import { endsBySource, roomForEnds } from './placeEnds.ts';
import { toPosition } from './toPosition.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A graph with everything in its place. */
export interface Arrangement {
  readonly graph: Graph;
  readonly direction: Direction;
  readonly layout: Layout;
  /** As the layout has them: relative to the container's content corner; cards with the room their ends take. */
  readonly placements: ReadonlyMap<string, Placement>;
  /** What is drawn, on the canvas as a whole. */
  readonly boxes: ReadonlyMap<string, Box>;
}

/** Places a graph by what the person arranged, and the rest automatically, in the direction wanted for it. */
export function arrangeGraph(graph: Graph, layout: Layout, wanted: Direction): Arrangement {
  const direction = inferDirection(graph, layout.positions) ?? wanted;
  const ends = endsBySource(graph);
  const sizeOf = (node: GraphNode) => {
    const size = cardSize(node.task);
    const own = isFrame(node) ? undefined : ends.get(node.id);
    return own ? roomForEnds(size, own, direction) : size;
  };
  const { positions, collapsed } = layout;
  const placements = layoutGraph(graph, { direction, sizeOf, positions, collapsed, mode: 'missing' });
  return { graph, direction, layout, placements, boxes: toBoxes(graph, placements, collapsed) };
}

function toBoxes(
  graph: Graph,
  placements: ReadonlyMap<string, Placement>,
  collapsed: ReadonlySet<string>,
): ReadonlyMap<string, Box> {
  const boxes = new Map<string, Box>();
  for (const node of graph.nodes.values()) {
    const placement = placements.get(node.id);
    if (!placement) continue;
    const corner = toPosition(placement, node.parent);
    const outer = node.parent === null ? undefined : boxes.get(node.parent);
    const { width, height } = isFrame(node) && !collapsed.has(node.id) ? placement : cardSize(node.task);
    boxes.set(node.id, { x: corner.x + (outer?.x ?? 0), y: corner.y + (outer?.y ?? 0), width, height });
  }
  return boxes;
}

/** The innermost open container at a point of the canvas; null at the top. */
export function findFrameAt({ graph, boxes, layout }: Arrangement, { x, y }: { x: number; y: number }): string | null {
  let found: string | null = null;
  for (const [id, box] of boxes) {
    const node = graph.nodes.get(id);
    if (!node || !isFrame(node) || layout.collapsed.has(id)) continue;
    const isInside = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
    if (isInside) found = id;
  }
  return found;
}
