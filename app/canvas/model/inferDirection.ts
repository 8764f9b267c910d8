import type { Graph, Point } from '#engine';
import type { Direction } from './direction.ts';

/** Steps of the automatic layout from one card to the next, px: along the flow when it runs right, and when down. */
const STEP = { right: 296, down: 140 };

/**
 * The way cards that were placed by hand run, so that turning the view never bends an arrangement made by hand: by the
 * steps their lines take, of which none counts more than one: a line back to the begin of a row is long. Null when no line joins two placed cards.
 */
export function inferDirection(graph: Graph, positions: ReadonlyMap<string, Point>): Direction | null {
  let [count, right, down] = [0, 0, 0];
  for (const { source, target } of graph.edges) {
    const [from, to] = [positions.get(source), positions.get(target)];
    if (!from || !to || graph.nodes.get(source)?.parent !== graph.nodes.get(target)?.parent) continue;
    count += 1;
    right += atMostOne((to.x - from.x) / STEP.right);
    down += atMostOne((to.y - from.y) / STEP.down);
  }
  if (count === 0) return null;
  return right >= down ? 'right' : 'down';
}

function atMostOne(steps: number): number {
  return Math.max(-1, Math.min(1, steps));
}
