import { drawnGraph } from '#engine';
import { commandAnalysis } from '../../session/index.ts';

/** The type of a card's task, from its import where it has it there. */
export function typeOf(nodeId: string) {
  const analysis = commandAnalysis();
  return (analysis && drawnGraph(analysis).nodes.get(nodeId)?.task.type) ?? 'unknown';
}
