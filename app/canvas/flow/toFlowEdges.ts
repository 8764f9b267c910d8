import type { Edge } from '@xyflow/react';
import { describeHandler, type EdgeVia, type Graph, type GraphEdge, isHandlerName } from '#engine';
import { type EdgeLook, ENTRY_PORT, lookOf, portOf } from './edgeLook.ts';
import { endNodeId } from './toFlowNodes.ts';

export interface HandlerEdgeData extends Record<string, unknown> {
  readonly via: EdgeVia;
  readonly look: EdgeLook;
  /** What stands beside the line; empty where its look says it. */
  readonly label: string;
  /** Task ids at its ends, for run state; the target may be `end`. */
  readonly from: string;
  readonly to: string;
}

export type FlowEdge = Edge<HandlerEdgeData, 'handler'>;

/** Longest label on the canvas; the whole one is in the title. */
const LABEL_LENGTH = 28;

/** Lines to draw: those whose both ends are drawn. Lines to `end` arrive at the mark beside their source. */
export function toFlowEdges(graph: Graph, isDrawn: (nodeId: string) => boolean): readonly FlowEdge[] {
  const hasEndTask = graph.nodes.has('end');
  return graph.edges.flatMap((edge) => {
    if (edge.isDangling || !isDrawn(edge.source)) return [];
    const isEnd = edge.target === 'end' && !hasEndTask;
    if (!isEnd && !isDrawn(edge.target)) return [];
    return [toFlowEdge(edge, { isEnd, to: graph.nodes.get(edge.target)?.task.id ?? edge.target, graph })];
  });
}

function toFlowEdge(edge: GraphEdge, { isEnd, to, graph }: { isEnd: boolean; to: string; graph: Graph }): FlowEdge {
  const look = lookOf(edge.via);
  return {
    id: edge.id,
    type: 'handler',
    source: edge.source,
    sourceHandle: portOf(edge.via),
    target: isEnd ? endNodeId(edge.id) : edge.target,
    targetHandle: ENTRY_PORT,
    reconnectable: edge.via !== 'sequence',
    ariaLabel: describeAloud(edge),
    data: {
      via: edge.via,
      look,
      label: labelOf(edge, isEnd),
      from: graph.nodes.get(edge.source)?.task.id ?? edge.source,
      to,
    },
  };
}

/** Success and list order say themselves; a line that ends below its port has no room for words. */
function labelOf(edge: GraphEdge, isEnd: boolean): string {
  if (edge.via === 'on_success' || edge.via === 'sequence') return '';
  if (isEnd && portOf(edge.via) !== 'main') return '';
  const label = edge.via === 'on_error' ? `on ${edge.label}` : edge.label;
  return label.length > LABEL_LENGTH ? `${label.slice(0, LABEL_LENGTH - 1)}…` : label;
}

function describeAloud({ source, target, via, label }: GraphEdge): string {
  if (via === 'sequence') return `From ${source}, in list order, to ${target}`;
  const way = isHandlerName(via) ? describeHandler(via) : label;
  return `From ${source}, ${way}, to ${target}`;
}
