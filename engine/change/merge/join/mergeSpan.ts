import { diff3 } from '../diff3.ts';
import type { Span } from '../pieces/Piece.ts';
import { isSame, plainText } from '../pieces/shiftSpan.ts';

/** One thing in the three texts; undefined where it is not in the base. */
export interface Three<T> {
  readonly base: T | undefined;
  readonly ours: T;
  readonly theirs: T;
}

/** The side that changed something alone; both where neither or both did. */
export function changedBy({ base, ours, theirs }: Three<Span>): 'ours' | 'theirs' | 'both' {
  if (isSame(ours, theirs)) return 'ours';
  if (base === undefined) return 'both';
  if (isSame(base, ours)) return 'theirs';
  return isSame(base, theirs) ? 'ours' : 'both';
}

/** Comments and blank lines: those of either side are kept, ours before theirs where both wrote some at one place. */
export function mergeComments(three: Three<Span>): Span {
  const by = changedBy(three);
  if (by !== 'both') return three[by];
  const [base, ours, theirs] = [three.base ?? { text: '', column: 0 }, three.ours, three.theirs].map(toLines);
  const lines = diff3(base ?? [], ours ?? [], theirs ?? []).flatMap((chunk) => {
    if (chunk.kind === 'theirs') return chunk.theirs;
    if (chunk.kind !== 'conflict') return chunk.ours;
    const known = new Set(chunk.ours);
    return [...chunk.ours, ...chunk.theirs.filter((line) => line.trim() !== '' && !known.has(line))];
  });
  const text = lines.map((line) => `${line}\n`).join('');
  return { text, column: 0, isLines: true };
}

function toLines(span: Span): readonly string[] {
  const lines = plainText(span).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Characters between parts, such as a colon or blanks: as the side that changed them has them. */
export function mergeBetween(three: Three<Span>): Span {
  return three[changedBy(three) === 'theirs' ? 'theirs' : 'ours'];
}
