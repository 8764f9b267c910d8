import type { Edge } from '@xyflow/react';
import { formatEdgeId, type Graph, type GraphEdge } from '#engine';
import { describeHandler, type EdgeVia, type ExitRole, isHandlerName, roleOf } from '#engine/model';
import type { Way } from '../route/routeLines.ts';
import { finish, type Steps } from '../route/Steps.ts';
import type { Arrangement } from './arrangeGraph.ts';
import { findWays } from './findWays.ts';
import type { DrawnEdge } from './labels.ts';
import { ENTRY_PORT } from './ports.ts';
import { FOCUSED_BY_CANVAS } from './toFlowNodes.ts';

export interface HandlerEdgeData extends Record<string, unknown> {
  readonly via: EdgeVia;
  readonly look: ExitRole;
  /** What it says as a whole; empty where its style says it. */
  readonly label: string;
  /** Task ids at its ends, for run state; the target may be `end`. */
  readonly from: string;
  readonly to: string;
  /** What a run calls it: by the ids its tasks have there, which may come from what they import. */
  readonly runId: string;
  /** What a run calls the lines whose count it shows: those that run as one with it. */
  readonly counted: readonly string[];
  /** Where it runs, on the canvas as a whole; null for the plain line. */
  readonly way: Way | null;
}

export type FlowEdge = Edge<HandlerEdgeData, 'handler'>;

/**
 * Lines to draw: those whose both ends are drawn, of `edges` where not all are, each with its way around the cards. Lines to
 * `end` arrive at the mark next to their source.
 */
export function toFlowEdges(
  arrangement: Arrangement,
  edges: readonly GraphEdge[] = arrangement.graph.edges,
): readonly FlowEdge[] {
  return finish(flowEdgesInSteps(arrangement, edges));
}

/** The same in steps, so that the page is not held. */
export function* flowEdgesInSteps(arrangement: Arrangement, edges: readonly GraphEdge[]): Steps<readonly FlowEdge[]> {
  const { graph } = arrangement;
  const { lines, ways } = yield* findWays(arrangement, edges);
  return lines.map((line) => toFlowEdge(graph, line, ways.get(line.edge.id) ?? null));
}

function toFlowEdge(graph: Graph, { edge, target, port, label, joined }: DrawnEdge, way: Way | null): FlowEdge {
  const [from, to] = [runTaskId(graph, edge.source), runTaskId(graph, edge.target)];
  const ends = { from: from || edge.source, to: to || edge.target };
  return {
    id: edge.id,
    type: 'handler',
    source: edge.source,
    sourceHandle: port,
    target,
    targetHandle: ENTRY_PORT,
    reconnectable: edge.via !== 'sequence',
    ...FOCUSED_BY_CANVAS,
    ariaLabel: describeAloud(edge, ends),
    data: {
      via: edge.via,
      look: roleOf(edge.via),
      label,
      from,
      to,
      runId: runEdgeId(graph, edge),
      counted: joined.map((own) => runEdgeId(graph, own)),
      way,
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

function describeAloud(
  { via, label }: GraphEdge,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  if (via === 'sequence') return `From ${from}, in list order, to ${to}`;
  const way = isHandlerName(via) ? describeHandler(via) : label;
  return `From ${from}, ${way}, to ${to}`;
}
