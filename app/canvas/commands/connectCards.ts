import type { Connection } from '@xyflow/react';
import { connectTasks, reconnectEdge } from '#engine/edit';
import { activeAnalysis, dispatch } from '../../session/index.ts';
import type { FlowEdge } from '../model/toFlowEdges.ts';
import { exitAt } from '../state/exitAt.ts';

/** The cards a drawn line joins, and the port it leaves by. */
export type LineEnds = Pick<Connection, 'source' | 'target' | 'sourceHandle'>;

/** Writes the connection of a drawn line; a refusal is shown. */
export function connectCards(ends: LineEnds): void {
  const result = planConnection(ends);
  if (result) dispatch(result);
}

/** What the command answers to a drawn line; null without a file. */
export function planConnection({ source, target, sourceHandle }: LineEnds) {
  const analysis = activeAnalysis('resolved');
  if (!analysis) return null;
  return connectTasks(analysis, { source, via: exitAt(source, sourceHandle), target });
}

/** Leads a line that is drawn already to another card, or lets it leave by another port; a refusal is shown. */
export function reconnectCards(edge: FlowEdge, ends: LineEnds): void {
  const analysis = activeAnalysis('resolved');
  if (!analysis) return;
  const isSameExit = ends.source === edge.source && ends.sourceHandle === edge.sourceHandle;
  const exit = isSameExit ? {} : { source: ends.source, via: exitAt(ends.source, ends.sourceHandle) };
  dispatch(reconnectEdge(analysis, { edgeId: edge.id, target: ends.target, ...exit }));
}
