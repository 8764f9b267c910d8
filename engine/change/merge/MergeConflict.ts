import { analyze } from '../../graph/index.ts';
import type { TextRange } from '../../text/index.ts';
import type { ConflictKind } from './join/Joining.ts';
import type { NameConflict } from './rename/followNames.ts';
import { RenamedText } from './rename/RenamedText.ts';
import { answerOf, type Choice, type Segment } from './write/Segment.ts';

/** What can decide a conflict, besides a text that is written for it. */
export type ConflictAnswer = 'ours' | 'theirs' | 'both';

/** One value with two answers, or a part that one side changed and the other removed. */
export interface MergeConflict {
  readonly kind: ConflictKind | 'lines' | 'file' | 'name' | 'check';
  /** By keys, and by ids of what is in a list. Empty where lines or whole texts are in conflict. */
  readonly path: readonly string[];
  /** As it is written on each side; null where it is not there. */
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
  /** Where it is in each of the three texts; null where it is not there. */
  readonly ranges: Readonly<Record<'base' | 'ours' | 'theirs', TextRange | null>>;
  /** What is in conflict and how to decide it, in one or two sentences. */
  readonly message: string;
  /** Those that mean something here. */
  readonly answers: readonly ConflictAnswer[];
  /** Of a name that each side changed to another: what has it. */
  readonly name?: NameConflict;
}

/** Three texts as one. */
export interface Merge {
  /** With ours in each conflict. */
  readonly text: string;
  readonly conflicts: readonly MergeConflict[];
  /** The text in parts: characters, and the answers of each conflict. */
  readonly segments: readonly Segment[];
}

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
