import type { Merge } from './MergeConflict.ts';
import { answerOf, type Choice } from './write/Segment.ts';

/** The text of a merge by the choice for each of its conflicts, in their order; ours where none is given. */
export function resolve({ segments }: Pick<Merge, 'segments'>, choices: readonly (Choice | undefined)[]): string {
  const seen = new Set<number>();
  return segments
    .map((segment) => {
      if (typeof segment === 'string') return segment;
      const isFirst = !seen.has(segment.conflict);
      seen.add(segment.conflict);
      return answerOf(segment, choices[segment.conflict] ?? 'ours', isFirst);
    })
    .join('');
}
