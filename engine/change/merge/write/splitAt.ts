import type { TextRange } from '../../../text/index.ts';
import { type Answers, answerOf, type Segment } from './Segment.ts';

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
