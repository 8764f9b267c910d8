import { textOf } from './joinTexts.ts';
import type { MergeConflict } from './MergeConflict.ts';
import { readMarked } from './marks/readMarked.ts';
import { type MergeOptions, mergeWorkflows, type WorkflowMerge } from './mergeWorkflows.ts';

/**
 * A file in which git has marked conflicts, merged by its values: often nothing is left of them. Where the markers do not hold the
 * lines of the base, which of both sides changed something cannot be known, and each stays a conflict. Null where there are none.
 */
export function mergeMarked(text: string, options: MergeOptions = {}): WorkflowMerge | null {
  const marked = readMarked(text);
  if (marked === null) return null;
  const { base, ours, theirs, segments } = marked;
  if (base !== null) return mergeWorkflows({ base, ours, theirs }, options);
  const conflicts = segments.flatMap((segment): MergeConflict[] => {
    if (typeof segment === 'string') return [];
    const message = 'Both sides changed these lines, or one of them did: the markers do not show the base.';
    const ranges = { base: null, ours: null, theirs: null };
    const answers = ['ours', 'theirs', 'both'] as const;
    return [
      { kind: 'lines', path: [], base: null, ours: segment.ours, theirs: segment.theirs, ranges, message, answers },
    ];
  });
  return { text: textOf(segments), conflicts, segments, findings: [] };
}
