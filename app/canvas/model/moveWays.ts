import type { Graph, Point } from '#engine';
import { type Box, type LineEnd, middleOfLongest, type Route, type Side } from '../route/Line.ts';
import { routeLine, type Way } from '../route/routeLines.ts';
import type { Arrangement } from './arrangeGraph.ts';
import type { FlowEdge } from './toFlowEdges.ts';
import type { DrawnNode } from './toFlowNodes.ts';

/**
 * Lines while cards are dragged: those between two cards that move together go along, those at one that moves find a new
 * way around the other cards, and the rest stay the same objects. Takes a fraction of a millisecond for each line that it touches.
 */
export function moveWays(
  { graph, boxes }: Arrangement,
  drawn: { readonly nodes: readonly DrawnNode[]; readonly edges: readonly FlowEdge[] },
  dragged: readonly DrawnNode[],
): readonly FlowEdge[] {
  const shifts = findShifts(graph, drawn.nodes, dragged);
  if (shifts.size === 0) return drawn.edges;
  const levels = new Map<string | null, readonly Box[]>();
  const boxesOf = (level: string | null) => {
    const known = levels.get(level) ?? shiftBoxes(graph, boxes, { level, shifts });
    levels.set(level, known);
    return known;
  };
  return drawn.edges.map((edge) => {
    const way = edge.data?.way;
    if (!edge.data || !way) return edge;
    const source = shifts.get(edge.source) ?? NONE;
    const target = edge.target.startsWith('end:') ? source : (shifts.get(edge.target) ?? NONE);
    if (source === NONE && target === NONE) return edge;
    if (source.x === target.x && source.y === target.y)
      return { ...edge, data: { ...edge.data, way: shiftWay(way, source) } };
    const [from, to] = [endOf(way.route, source), endOf(way.route.toReversed(), target)];
    const boxesAround = boxesOf(graph.nodes.get(edge.source)?.parent ?? null);
    const route = routeLine({ id: edge.id, trunk: edge.id, from, to }, boxesAround);
    const label = way.label && { ...middleOfLongest(route), text: way.label.text };
    return { ...edge, data: { ...edge.data, way: { route, label } } };
  });
}

const NONE: Point = { x: 0, y: 0 };

/** How far each card was dragged, those inside of containers with them. */
function findShifts(
  graph: Graph,
  before: readonly DrawnNode[],
  dragged: readonly DrawnNode[],
): ReadonlyMap<string, Point> {
  const shifts = new Map<string, Point>();
  const places = new Map(before.map(({ id, position }) => [id, position]));
  for (const { id, position } of dragged) {
    const place = places.get(id);
    if (place && (place.x !== position.x || place.y !== position.y))
      shifts.set(id, { x: position.x - place.x, y: position.y - place.y });
  }
  if (shifts.size === 0) return shifts;
  for (const { id, parent } of graph.nodes.values()) {
    const outer = shifts.get(parent ?? '');
    const own = shifts.get(id) ?? NONE;
    if (outer) shifts.set(id, { x: own.x + outer.x, y: own.y + outer.y });
  }
  return shifts;
}

function shiftBoxes(
  graph: Graph,
  boxes: Arrangement['boxes'],
  { level, shifts }: { readonly level: string | null; readonly shifts: ReadonlyMap<string, Point> },
): readonly Box[] {
  return [...boxes].flatMap(([id, box]) => {
    if ((graph.nodes.get(id)?.parent ?? null) !== level) return [];
    const { x, y } = shifts.get(id) ?? NONE;
    return [{ ...box, x: box.x + x, y: box.y + y }];
  });
}

function shiftWay({ route, label }: Way, { x, y }: Point): Way {
  const move = <T extends Point>(point: T): T => ({ ...point, x: point.x + x, y: point.y + y });
  return { route: route.map(move), label: label && move(label) };
}

/** The end that a way begins with, where it was dragged to; it leaves its card as before. */
function endOf([first = NONE, second = NONE]: Route, { x, y }: Point): LineEnd {
  return { x: first.x + x, y: first.y + y, side: sideOf(first, second) };
}

function sideOf(from: Point, to: Point): Side {
  if (Math.abs(from.y - to.y) < 0.01) return to.x > from.x ? 'right' : 'left';
  return to.y > from.y ? 'bottom' : 'top';
}
