import { assertNever, type Graph, type GraphEdge } from '#engine';
import type { Box } from './arrangeGraph.ts';
import type { Direction } from './direction.ts';

export type ArrowKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

export interface WalkOptions {
  readonly direction: Direction;
  /** Boxes of everything drawn, on the canvas as a whole. */
  readonly boxes: ReadonlyMap<string, Box>;
}

/**
 * The card an arrow key leads to: along the flow it follows lines (of several, the one that runs straightest), across
 * it goes to the nearest card on that side. At the edge of a container it continues outside, and from a container's
 * header across into it. Null when there is none.
 */
export function walkGraph(graph: Graph, from: string, arrow: ArrowKey, options: WalkOptions): string | null {
  const start = options.boxes.get(from);
  if (!start) return null;
  const heading = toHeading(arrow, options.direction);
  if (heading === 'ahead' || heading === 'back') return followLine(graph, from, heading, options);
  return findBeside(graph, from, arrow, options);
}

/** A direction of the canvas as the flow sees it: with it, against it, or to one of its sides. */
export type WalkHeading = 'ahead' | 'back' | 'before' | 'after';

/** Which way an arrow key points, as the flow sees it. */
export function toHeading(arrow: ArrowKey, direction: Direction): WalkHeading {
  switch (arrow) {
    case 'ArrowRight':
      return direction === 'right' ? 'ahead' : 'after';
    case 'ArrowLeft':
      return direction === 'right' ? 'back' : 'before';
    case 'ArrowDown':
      return direction === 'right' ? 'after' : 'ahead';
    case 'ArrowUp':
      return direction === 'right' ? 'before' : 'back';
    default:
      return assertNever(arrow);
  }
}

function followLine(
  graph: Graph,
  from: string,
  heading: 'ahead' | 'back',
  { direction, boxes }: WalkOptions,
): string | null {
  const start = boxes.get(from);
  const [near, far]: ['source' | 'target', 'source' | 'target'] =
    heading === 'ahead' ? ['source', 'target'] : ['target', 'source'];
  const lines = graph.edges.filter(
    (edge: GraphEdge) => edge[near] === from && edge[far] !== from && boxes.has(edge[far]),
  );
  const found = lines.map((edge) => ({
    id: edge[far],
    shift: start ? shiftAcross(start, boxes.get(edge[far]), direction) : 0,
  }));
  found.sort((a, b) => a.shift - b.shift);
  if (found[0]) return found[0].id;
  const parent = graph.nodes.get(from)?.parent ?? null;
  return parent === null ? null : followLine(graph, parent, heading, { direction, boxes });
}

function shiftAcross(a: Box, b: Box | undefined, direction: Direction): number {
  if (!b) return Infinity;
  return direction === 'right' ? Math.abs(middle(a).y - middle(b).y) : Math.abs(middle(a).x - middle(b).x);
}

/** The nearest card of the same scope on that side; into a container downwards, out of it upwards. */
function findBeside(graph: Graph, from: string, arrow: ArrowKey, { boxes }: WalkOptions): string | null {
  const node = graph.nodes.get(from);
  const start = boxes.get(from);
  if (!node || !start) return null;
  const inside = node.children.filter((id) => boxes.has(id));
  if (arrow === 'ArrowDown' && inside[0] !== undefined) return inside[0];
  let best: { id: string; cost: number } | null = null;
  for (const other of graph.nodes.values()) {
    const box = boxes.get(other.id);
    if (!box || other.id === from || other.parent !== node.parent) continue;
    const cost = costOf(start, box, arrow);
    if (cost !== null && (best === null || cost < best.cost)) best = { id: other.id, cost };
  }
  return best?.id ?? (arrow === 'ArrowUp' || arrow === 'ArrowLeft' ? node.parent : null);
}

/** Distance on the way of the arrow, what lies next to it counted three times; null on the other side. */
function costOf(start: Box, box: Box, arrow: ArrowKey): number | null {
  const [a, b] = [middle(start), middle(box)];
  const [x, y] = [b.x - a.x, b.y - a.y];
  const along = { ArrowRight: x, ArrowLeft: -x, ArrowDown: y, ArrowUp: -y }[arrow];
  const beside = arrow === 'ArrowRight' || arrow === 'ArrowLeft' ? Math.abs(y) : Math.abs(x);
  return along > 8 ? along + beside * 3 : null;
}

function middle({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
