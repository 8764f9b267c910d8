import type { Point } from '#engine';
import { runsTogether } from '#engine/model';
import type { Arrangement, Box } from './arrangeGraph.ts';

/** A place in the list of a container. */
export interface ListSlot {
  /** Index of the child it precedes, from 0; the length of the list for its end. */
  readonly index: number;
  /** A bar between the two cards it lies between, on the canvas as a whole. */
  readonly bar: Box;
}

/** Thickness of the bar, and its distance from the first and the last card, px. */
const BAR = { size: 4, aside: 14 };

/**
 * The place in a container's list that a point lies nearest to. The list runs the way its cards are spread: with one
 * card, as the flow does, and in a parallel across it. Null without other cards.
 * @param dragged ids that are on their way: they hold no place
 */
export function findSlot(
  { graph, boxes, direction }: Arrangement,
  { parent, point, dragged }: { parent: string; point: Point; dragged: ReadonlySet<string> },
): ListSlot | null {
  const container = graph.nodes.get(parent);
  const cards = (container?.children ?? []).flatMap((id, index) => {
    const box = boxes.get(id);
    return box && !dragged.has(id) ? [{ index, box }] : [];
  });
  const [first, ...more] = cards;
  if (!first) return null;
  const isAlong = (direction === 'right') !== runsTogether(container?.task.type);
  const isAcross = more.length === 0 ? isAlong : isSpreadAcross(cards.map(({ box }) => box));
  const at = isAcross ? point.x : point.y;
  const next = cards.find(({ box }) => at < (isAcross ? box.x + box.width / 2 : box.y + box.height / 2));
  const previous = cards.findLast(({ index }) => next === undefined || index < next.index);
  return {
    index: next?.index ?? (previous?.index ?? -1) + 1,
    bar: barBetween(previous?.box, next?.box, isAcross),
  };
}

function isSpreadAcross(boxes: readonly Box[]): boolean {
  return spread(boxes.map(({ x, width }) => x + width / 2)) >= spread(boxes.map(({ y, height }) => y + height / 2));
}

function barBetween(a: Box | undefined, b: Box | undefined, isAcross: boolean): Box {
  const one = a ?? b ?? { x: 0, y: 0, width: 0, height: 0 };
  const other = b ?? one;
  if (!isAcross) {
    const bar = barBetween(a && turn(a), b && turn(b), true);
    return turn(bar);
  }
  const middle = a && b ? (a.x + a.width + b.x) / 2 : a ? a.x + a.width + BAR.aside : one.x - BAR.aside;
  const top = Math.min(one.y, other.y);
  const height = Math.max(one.y + one.height, other.y + other.height) - top;
  return { x: middle - BAR.size / 2, y: top, width: BAR.size, height };
}

function spread(middles: readonly number[]): number {
  return Math.max(...middles) - Math.min(...middles);
}

function turn({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width };
}
