import type { Edge } from '@xyflow/react';
import { formatEdgeId, type Graph, type GraphEdge, type Point } from '#engine';
import { describeHandler, type EdgeVia, type ExitRole, isHandlerName, roleOf } from '#engine/model';
import type { Arrangement, Box } from './arrangeGraph.ts';
import { middleOf } from './cardSize.ts';
import type { Direction } from './direction.ts';
import { findLane } from './findLane.ts';
import { listPorts } from './listPorts.ts';
import { ENTRY_PORT, MAIN_PORT, type PortId, portOf } from './ports.ts';
import { endNodeId } from './toFlowNodes.ts';

export interface HandlerEdgeData extends Record<string, unknown> {
  readonly via: EdgeVia;
  readonly look: ExitRole;
  /** The label beside the line; empty where its style says it. */
  readonly label: string;
  /** Task ids at its ends, for run state; the target may be `end`. */
  readonly from: string;
  readonly to: string;
  /** What a run calls it: by the ids its tasks have there, which may come from what they import. */
  readonly runId: string;
  /** The lane it runs in past other cards, on the canvas as a whole; null for the plain line. */
  readonly lane: number | null;
}

export type FlowEdge = Edge<HandlerEdgeData, 'handler'>;

/** Comparisons of a line with a card that all lines together may take: some tenths of a second. */
const MOST_LANE_STEPS = 1_000_000;

/** Longest label on the canvas; the whole one is in the title. */
const LABEL_LENGTH = 28;

/**
 * Lines to draw: those whose both ends are drawn, of `edges` where not all are. Lines to `end` arrive at the mark beside
 * their source. Where there are too many cards to look for free lanes, the last lines run plainly.
 */
export function toFlowEdges(
  { graph, boxes, direction }: Arrangement,
  edges: readonly GraphEdge[] = graph.edges,
): readonly FlowEdge[] {
  const hasEndTask = graph.nodes.has('end');
  const levels = boxesByLevel(graph, boxes);
  const budget = { left: MOST_LANE_STEPS };
  return edges.flatMap((edge) => {
    const from = boxes.get(edge.source);
    if (edge.isDangling || !from) return [];
    if (edge.target === 'end' && !hasEndTask)
      return [toFlowEdge(graph, edge, { target: endNodeId(edge.id), lane: null })];
    const to = boxes.get(edge.target);
    if (!to) return [];
    const level = levels.get(graph.nodes.get(edge.source)?.parent ?? null) ?? [];
    const isAside = direction === 'right' && portOf(edge.via) !== MAIN_PORT;
    const ends = { from: exitPoint(graph, edge, from, direction), to: entryPoint(to, direction) };
    const lane = findLane({ ...ends, direction, boxes: level, isAside, budget });
    return [toFlowEdge(graph, edge, { target: edge.target, lane })];
  });
}

function boxesByLevel(graph: Graph, boxes: ReadonlyMap<string, Box>): ReadonlyMap<string | null, readonly Box[]> {
  const levels = new Map<string | null, Box[]>();
  for (const [id, box] of boxes) {
    const parent = graph.nodes.get(id)?.parent ?? null;
    const level = levels.get(parent);
    if (level) level.push(box);
    else levels.set(parent, [box]);
  }
  return levels;
}

function exitPoint(graph: Graph, edge: GraphEdge, box: Box, direction: Direction): Point {
  const task = graph.nodes.get(edge.source)?.task;
  const { width, height } = box;
  const id = portOf(edge.via);
  const port =
    task && id !== MAIN_PORT
      ? listPorts(task, { width, height, direction, used: NONE }).find((one) => one.id === id)
      : undefined;
  if (port) return { x: box.x + port.x, y: box.y + port.y };
  return direction === 'right'
    ? { x: box.x + width, y: box.y + middleOf(height) }
    : { x: box.x + middleOf(width), y: box.y + height };
}

function entryPoint({ x, y, width, height }: Box, direction: Direction): Point {
  return direction === 'right' ? { x, y: y + middleOf(height) } : { x: x + middleOf(width), y };
}

const NONE: ReadonlySet<PortId> = new Set();

function toFlowEdge(
  graph: Graph,
  edge: GraphEdge,
  { target, lane }: { target: string; lane: number | null },
): FlowEdge {
  const isEnd = target !== edge.target;
  const [from, to] = [runTaskId(graph, edge.source), runTaskId(graph, edge.target)];
  const ends = { from: from || edge.source, to: to || edge.target };
  return {
    id: edge.id,
    type: 'handler',
    source: edge.source,
    sourceHandle: portOf(edge.via),
    target,
    targetHandle: ENTRY_PORT,
    reconnectable: edge.via !== 'sequence',
    ariaLabel: describeAloud(edge, ends),
    data: {
      via: edge.via,
      look: roleOf(edge.via),
      label: labelOf(edge, isEnd),
      from,
      to,
      runId: runEdgeId(graph, edge),
      lane,
    },
  };
}

/** The id that a run knows a task by; empty where it has none. */
function runTaskId(graph: Graph, node: string): string {
  return graph.nodes.get(node)?.task.id ?? node;
}

/** The id that a run knows a line by. */
function runEdgeId(graph: Graph, { source, via, target }: Pick<GraphEdge, 'source' | 'via' | 'target'>): string {
  return formatEdgeId(runTaskId(graph, source), via, runTaskId(graph, target));
}

/** Success and list order need no label; a line that ends below its port has no room for words. */
function labelOf(edge: GraphEdge, isEnd: boolean): string {
  if (edge.via === 'on_success' || edge.via === 'sequence') return '';
  if (isEnd && portOf(edge.via) !== MAIN_PORT) return '';
  const label = edge.via === 'on_error' ? `on ${edge.label}` : edge.label;
  return label.length > LABEL_LENGTH ? `${label.slice(0, LABEL_LENGTH - 1)}…` : label;
}

function describeAloud(
  { via, label }: GraphEdge,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  if (via === 'sequence') return `From ${from}, in list order, to ${to}`;
  const way = isHandlerName(via) ? describeHandler(via) : label;
  return `From ${from}, ${way}, to ${to}`;
}
