import { checkAnalysis } from '../../check/index.ts';
import { canPlay, type MergeTexts } from './MergeProof.ts';

/** Why nothing is proved of a merge: one of its texts cannot run. A sentence for the user; null where all can. */
export function explainUnproved(texts: Omit<MergeTexts, 'base'>): string | null {
  const unable = (['ours', 'theirs', 'merged'] as const).find((side) => !canPlay(texts[side]));
  if (unable === undefined) return null;
  const text = texts[unable];
  const [error] = checkAnalysis(text).filter(({ severity }) => severity === 'error');
  const name = unable === 'merged' ? 'The merged text' : `${text.path} in ${unable}`;
  return `${name} cannot run, so the merge was not proved: ${error?.message ?? 'it is not a workflow.'}`;
}
