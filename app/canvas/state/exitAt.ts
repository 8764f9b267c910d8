import { drawnGraph } from '#engine';
import type { ExitName } from '#engine/edit';
import { activeAnalysis } from '../../session/index.ts';
import { findExit } from '../model/ports.ts';

/** What a wire connects that is drawn from a port of a card, whose task may come from an import. A port that it has no longer is that of success. */
export function exitAt(nodeId: string, portId: string | null): ExitName {
  const analysis = activeAnalysis('resolved');
  const task = analysis && drawnGraph(analysis).nodes.get(nodeId)?.task;
  return (task && findExit(task, portId)?.via) ?? 'on_success';
}
