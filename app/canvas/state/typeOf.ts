import { drawnGraph } from '#engine';
import { activeAnalysis } from '../../session/index.ts';

/** The type of a card's task, from its import where it has it there. */
export function typeOf(nodeId: string) {
  const analysis = activeAnalysis('resolved');
  return (analysis && drawnGraph(analysis).nodes.get(nodeId)?.task.type) ?? 'unknown';
}
