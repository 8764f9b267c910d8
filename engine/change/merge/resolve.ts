import { analyze } from '../../graph/index.ts';
import type { Merge } from './MergeConflict.ts';
import { RenamedText } from './rename/RenamedText.ts';
import { answerOf, type Choice } from './write/Segment.ts';

/** The text of a merge by the choice for each of its conflicts, in their order; ours where none is given. */
export function resolve(
  { segments, conflicts }: Pick<Merge, 'segments' | 'conflicts'>,
  choices: readonly (Choice | undefined)[],
): string {
  const seen = new Set<number>();
  const text = segments
    .map((segment) => {
      if (typeof segment === 'string') return segment;
      const isFirst = !seen.has(segment.conflict);
      seen.add(segment.conflict);
      const isName = conflicts[segment.conflict]?.name !== undefined;
      return answerOf(segment, (isName ? null : choices[segment.conflict]) ?? 'ours', isFirst);
    })
    .join('');
  return conflicts.reduce((renamed, { name }, index) => {
    const choice = choices[index];
    const to = choice === 'theirs' ? name?.theirs : typeof choice === 'object' ? choice.text : undefined;
    if (name === undefined || to === undefined) return renamed;
    const given = new RenamedText(analyze('workflow.yaml', renamed));
    given.rename({ ...name, from: name.called, to });
    return given.text;
  }, text);
}
