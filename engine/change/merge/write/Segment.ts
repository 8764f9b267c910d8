import type { TextRange } from '../../../text/index.ts';

/** A part of a merged text: characters, or the answers to a conflict, of which one is there. */
export type Segment = string | Answers;

/** What is at one place of a conflict by each answer. A conflict may have several places. */
export interface Answers {
  /** The index of the conflict in its merge. */
  readonly conflict: number;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** Null where both together mean nothing. */
  readonly both: string | null;
}

/** What decides a conflict: a side, both, or a text that a person wrote. */
export type Choice = 'ours' | 'theirs' | 'both' | { readonly text: string };

/** The text of one answer. A written text is at the first place of a conflict, and nothing at its others. */
export function answerOf(answers: Answers, choice: Choice, isFirst = true): string {
  if (typeof choice === 'object') return isFirst ? choice.text : '';
  return choice === 'both' ? (answers.both ?? answers.ours) : answers[choice];
}

/**
 * Puts answers in the place of a range of the text that has ours in each conflict. Null where another conflict is inside of the
 * range.
 */
export function splitAt(
  segments: readonly Segment[],
  { start, end }: TextRange,
  answers: Answers,
): readonly Segment[] | null {
  let offset = 0;
  for (const [index, segment] of segments.entries()) {
    const length = (typeof segment === 'string' ? segment : answerOf(segment, 'ours')).length;
    if (typeof segment === 'string' && start >= offset && end <= offset + length) {
      const parts: readonly Segment[] = [segment.slice(0, start - offset), answers, segment.slice(end - offset)];
      return [...segments.slice(0, index), ...parts.filter((part) => part !== ''), ...segments.slice(index + 1)];
    }
    offset += length;
  }
  return null;
}
