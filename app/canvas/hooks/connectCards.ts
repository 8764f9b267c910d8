import type { Connection } from '@xyflow/react';
import { connectTasks, drawnGraph } from '#engine';
import { commandAnalysis, dispatch } from '../../session/index.ts';
import { exitOfPort } from '../flow/edgeLook.ts';

/** The cards a drawn line joins, and the port it leaves by. */
export type Ends = Pick<Connection, 'source' | 'target' | 'sourceHandle'>;

/** Writes the connection of a drawn line; a refusal is told. */
export function connectCards(ends: Ends): void {
  const result = planConnection(ends);
  if (result) dispatch(result);
}

/** What the command answers to a drawn line; null without a file. */
export function planConnection({ source, target, sourceHandle }: Ends) {
  const analysis = commandAnalysis();
  if (!analysis) return null;
  return connectTasks(analysis, { source, via: exitOfPort(sourceHandle ?? '', typeOf(source)), target });
}

/** The type of a card's task, from its import where it has it there. */
export function typeOf(nodeId: string) {
  const analysis = commandAnalysis();
  return (analysis && drawnGraph(analysis).nodes.get(nodeId)?.task.type) ?? 'unknown';
}
