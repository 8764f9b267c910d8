import { type Graph, type GraphNode, isFrame, type Layout, layoutGraph, type Placement, type Point } from '#engine';
import { cardSize, type Size } from './cardSize.ts';
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
  /** What the places rest on. */
  readonly shape: string;
  /** As the layout has them: relative to the container's content corner; cards with the room their ends take. */
  readonly placements: ReadonlyMap<string, Placement>;
  /** What is drawn, on the canvas as a whole. */
  readonly boxes: ReadonlyMap<string, Box>;
}

/** Above this many nodes an automatic layout is kept and added to, where a small one is made anew. */
const LARGE = 150;

/**
 * Places a graph by what the person arranged, and the rest automatically, in the direction wanted for it. `before` is
 * the arrangement of the same file a moment ago: nothing is placed again while the shape of the graph is the same, and
 * in a large one only what is new.
 */
export function arrangeGraph(
  graph: Graph,
  layout: Layout,
  wanted: Direction,
  before?: Arrangement | null,
): Arrangement {
  const direction = inferDirection(graph, layout.positions) ?? wanted;
  const sizes = measureNodes(graph, direction);
  const shape = describeShape(graph, sizes, { layout, direction });
  if (before?.shape === shape) return { ...before, graph, layout };
  const isGrown = before?.direction === direction && graph.nodes.size > LARGE;
  const kept = isGrown ? before.placements : undefined;
  const placements = layoutGraph(graph, {
    direction,
    sizeOf: (node) => sizes.get(node.id) ?? cardSize(node.task),
    positions: kept ? new Map([...kept, ...layout.positions]) : layout.positions,
    collapsed: layout.collapsed,
    mode: 'missing',
  });
  return { graph, direction, layout, shape, placements, boxes: toBoxes(graph, placements, layout.collapsed) };
}

function measureNodes(graph: Graph, direction: Direction): ReadonlyMap<string, Size> {
  const ends = endsBySource(graph);
  return new Map(
    [...graph.nodes.values()].map((node: GraphNode) => {
      const own = isFrame(node) ? undefined : ends.get(node.id);
      const size = cardSize(node.task);
      return [node.id, own ? roomForEnds(size, own, direction) : size];
    }),
  );
}

/** Everything the places rest on, as text: equal text, equal places. */
function describeShape(
  graph: Graph,
  sizes: ReadonlyMap<string, Size>,
  { layout, direction }: Pick<Arrangement, 'layout' | 'direction'>,
): string {
  const nodes = [...graph.nodes.values()].map((node) => {
    const { width, height } = sizes.get(node.id) ?? cardSize(node.task);
    return [node.id, node.parent, node.isStart, isFrame(node), width, height].join();
  });
  const edges = graph.edges.map(({ id, isDangling }) => `${id}${isDangling ? '?' : ''}`);
  const places = [...layout.positions].map(([id, { x, y }]) => [id, x, y].join());
  return [direction, nodes.join(';'), edges.join(';'), places.join(';'), [...layout.collapsed].join()].join('\n');
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
export function findFrameAt(shown: Arrangement, point: Point): string | null {
  return findContainerAt(shown, point, (id) => !shown.layout.collapsed.has(id));
}

/** The innermost container at a point of the canvas, of those that count; null at the top. */
export function findContainerAt(
  { graph, boxes }: Arrangement,
  { x, y }: Point,
  counts: (id: string) => boolean,
): string | null {
  let found: string | null = null;
  for (const [id, box] of boxes) {
    const node = graph.nodes.get(id);
    if (!node || !isFrame(node) || !counts(id)) continue;
    const isInside = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
    if (isInside) found = id;
  }
  return found;
}
