import type { ShownAnalysis } from '#engine';
import type { Arrangement } from '../model/arrangeGraph.ts';

/** Says what is shown differently because the workflow is too dense; null where nothing is. */
export function describeLarge({ isPlain, graph }: Pick<Arrangement, 'isPlain' | 'graph'>, isThinned: boolean) {
  const plain = 'This workflow is too dense to arrange automatically. A plain arrangement is shown.';
  const count = graph.edges.length.toLocaleString('en');
  const thinned = `Not all of its ${count} connections are drawn. Select a task to see its own.`;
  const sentences = [isPlain ? plain : null, isThinned ? thinned : null].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Names a document by its path and id, for what was closed: at a path alone another one may have been before. */
export function nameDocument(path: string | null, analysis: Pick<ShownAnalysis, 'workflow'> | null): string {
  return JSON.stringify([path, analysis?.workflow.id ?? null]);
}
