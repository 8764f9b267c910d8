import type { Graph, GraphEdge, GraphNode, Point } from '#engine';
import { roleOf } from '#engine/model';
import type { Box, LineEnd } from '../route/Line.ts';
import { routeLines, type Way } from '../route/routeLines.ts';
import type { Steps } from '../route/Steps.ts';
import type { Arrangement } from './arrangeGraph.ts';
import { middleOf } from './cardSize.ts';
import { type Direction, entrySide } from './direction.ts';
import { type DrawnEdge, joinLabels, labelOf } from './labels.ts';
import { listPorts, type Port } from './listPorts.ts';
import { endsBySource, entryOfEnd, placeEnds } from './placeEnds.ts';
import { findPort } from './ports.ts';
import { endNodeId } from './toFlowNodes.ts';

/** The lines between cards that are drawn, and the ways of those around the cards of their level, in steps. */
export function* findWays(
  arrangement: Arrangement,
  edges: readonly GraphEdge[],
): Steps<{ readonly lines: readonly DrawnEdge[]; readonly ways: ReadonlyMap<string, Way> }> {
  const { graph } = arrangement;
  const portsOf = cachePorts(arrangement.direction);
  const marks = placeMarks(arrangement, edges, portsOf);
  const lanes = openLanes(arrangement);
  const lines = joinLabels(edges.flatMap((edge) => toDrawnEdge(arrangement, edge, { marks, portsOf, lanes }) ?? []));
  const levels = new Map<string | null, DrawnEdge[]>();
  for (const line of lines) {
    const level = graph.nodes.get(line.edge.source)?.parent ?? null;
    const known = levels.get(level);
    if (known) known.push(line);
    else levels.set(level, [line]);
  }
  const boxes = boxesByLevel(arrangement, marks);
  const ways = new Map<string, Way>();
  for (const [level, own] of levels) {
    const words = new Map(own.flatMap(({ line, label, joined }) => (joined[0] ? [[line.id, label] as const] : [])));
    const found = yield* routeLines(
      own.map(({ line }) => line),
      boxes.get(level) ?? [],
      words,
    );
    for (const [id, way] of found) ways.set(id, way);
  }
  return { lines, ways };
}

type PortsOf = (node: GraphNode, box: Box) => readonly Port[];

/** The ports of each card, listed once for all its lines. */
function cachePorts(direction: Direction): PortsOf {
  const known = new Map<string, readonly Port[]>();
  return ({ id, task }, { width, height }) => {
    const ports = known.get(id) ?? listPorts(task, { width, height, direction, used: NONE });
    known.set(id, ports);
    return ports;
  };
}

type Marks = ReadonlyMap<string, { readonly box: Box; readonly entry: LineEnd; readonly parent: string | null }>;

/** Where the marks are that lines to `end` arrive at, by line. */
function placeMarks({ graph, boxes, direction }: Arrangement, edges: readonly GraphEdge[], portsOf: PortsOf): Marks {
  const marks = new Map<string, { box: Box; entry: LineEnd; parent: string | null }>();
  for (const [id, ends] of endsBySource(graph, edges)) {
    const [node, own] = [graph.nodes.get(id), boxes.get(id)];
    if (!node || !own) continue;
    for (const mark of placeEnds(ends, portsOf(node, own), direction)) {
      const box = { x: own.x + mark.x, y: own.y + mark.y, width: mark.width, height: mark.height };
      const entry = entryOfEnd(mark, direction);
      marks.set(mark.edgeId, {
        box,
        entry: { x: box.x + entry.x, y: box.y + entry.y, side: entry.side },
        parent: node.parent,
      });
    }
  }
  return marks;
}

function toDrawnEdge(
  { graph, boxes, direction }: Arrangement,
  edge: GraphEdge,
  { marks, portsOf, lanes }: { readonly marks: Marks; readonly portsOf: PortsOf; readonly lanes: Lanes },
): DrawnEdge | null {
  const [node, own] = [graph.nodes.get(edge.source), boxes.get(edge.source)];
  if (edge.isDangling || !node || !own) return null;
  const at = findPort(portsOf(node, own), edge.via);
  const mark = marks.get(edge.id);
  const box = boxes.get(edge.target);
  const to = mark?.entry ?? (box && !isEnd(graph, edge) ? entryPoint(box, direction) : undefined);
  if (!at || !to) return null;
  const from = { x: own.x + at.x, y: own.y + at.y, side: at.side };
  const isShared = roleOf(edge.via) === 'error' && mark === undefined;
  const trunk = isShared ? `error\n${edge.target}` : `${edge.source}\n${at.id}`;
  const target = mark ? endNodeId(edge.id) : edge.target;
  return {
    edge,
    target,
    port: at.id,
    label: labelOf(edge, mark !== undefined),
    joined: [],
    line: { id: edge.id, from, to, trunk, lane: mark ? null : (lanes.get(`${edge.source}\n${edge.target}`) ?? null) },
  };
}

/** The ways left free for lines, by their ends: the spots on the canvas as a whole. */
type Lanes = ReadonlyMap<string, readonly Box[]>;

/** The ways whose ends are where the layout had them. */
function openLanes({ boxes, placements, lanes }: Arrangement): Lanes {
  const isAt = (id: string, { x, y }: Point) => placements.get(id)?.x === x && placements.get(id)?.y === y;
  return new Map(
    lanes.flatMap(({ source, target, from, to, spots }) => {
      const box = boxes.get(source);
      if (!box || !isAt(source, from) || !isAt(target, to)) return [];
      const corner = { x: box.x - from.x, y: box.y - from.y };
      const moved = spots.map((spot) => ({ ...spot, x: spot.x + corner.x, y: spot.y + corner.y }));
      return [[`${source}\n${target}`, moved] as const];
    }),
  );
}

function isEnd(graph: Graph, { target }: GraphEdge): boolean {
  return target === 'end' && !graph.nodes.has('end');
}

function entryPoint({ x, y, width, height }: Box, direction: Direction): LineEnd {
  const side = entrySide(direction);
  return side === 'left' ? { x, y: y + middleOf(height), side } : { x: x + middleOf(width), y, side };
}

const NONE: ReadonlySet<string> = new Set();

/** What lines of each level run around: its cards, and the marks of its ends. */
function boxesByLevel({ graph, boxes }: Arrangement, marks: Marks): ReadonlyMap<string | null, readonly Box[]> {
  const levels = new Map<string | null, Box[]>();
  const add = (parent: string | null, box: Box) => {
    const level = levels.get(parent);
    if (level) level.push(box);
    else levels.set(parent, [box]);
  };
  for (const [id, box] of boxes) add(graph.nodes.get(id)?.parent ?? null, box);
  for (const { parent, box } of marks.values()) add(parent, box);
  return levels;
}
